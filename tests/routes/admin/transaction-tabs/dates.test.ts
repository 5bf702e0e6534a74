import { beforeAll, describe, expect, test } from "vitest";
import { readDates } from "#app/domain/calendar/calendar.server.ts";
import { closedDays, doubtfulDates, pastChanges } from "#app/domain/transactions/date-warnings.ts";
import {
  dateChange,
  fromDateParts,
  PURCHASE_DATES,
  type PurchaseDates,
  SIGNIFICANT_DATE_LABELS,
  SIGNIFICANT_DATES,
  toDateParts,
} from "#app/domain/transactions/significant-dates.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { listDifferences, signInEditors } from "../estate-agents/editors.ts";
import { listSummary, readFields } from "../fields.ts";
import { fillIn, open, postAndReadFlash, send } from "../pages.ts";
import { staffReader } from "#tests/support/readers.ts";
import {
  createMatter,
  countEvents,
  listEmails,
  listNewEvents,
  createPurchaseAtStage,
} from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

const findTab = (id: string) => `/admin/transactions/${id}/buyers`;
const toPath = (place: { id: string; purchase: string }) =>
  `${findTab(place.id)}/${place.purchase}/dates`;

async function aPurchase(dates: Record<string, string> = {}) {
  const matter = await createMatter(db);
  const purchase = await createPurchaseAtStage(db, matter);
  if (Object.keys(dates).length > 0) {
    await db.updateTable("purchase_intents").set(dates).where("id", "=", purchase.id).execute();
  }
  return { id: matter.id, purchase: purchase.id, known: await countEvents(db, matter.id) };
}

const typed = (name: string, day: string, month: string, year: string) => ({
  [`${name}.day`]: day,
  [`${name}.month`]: month,
  [`${name}.year`]: year,
});

const stored = (id: string) =>
  db
    .selectFrom("purchase_intents")
    .select(["sale_agreed", "exchanged", "completed", "aborted"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const NONE = { sale_agreed: null, exchanged: null, completed: null, aborted: null };

const fill = (place: { id: string; purchase: string }, fields: Record<string, string>, by = ada) =>
  fillIn(by, toPath(place), "dates", fields);

async function fillSure(
  place: { id: string; purchase: string },
  fields: Record<string, string>,
  by = ada,
): ReturnType<typeof fill> {
  const page = await fill(place, fields, by);
  return page.status === 200 ? send(toPath(place), by, readFields(page.html, "dates")) : page;
}

describe("validation of the significant dates (K-072 K-073 K-075 AMB-K04 V-035 to V-038 WF-15.1)", () => {
  test.each([
    ["32", "1", "2025", "Day must be between 1 and 31"],
    ["0", "1", "2025", "Day must be between 1 and 31"],
    ["1", "13", "2025", "Month must be between 1 and 12"],
    ["1", "1", "1899", "Year must be greater than 1900"],
    ["1", "1", "26", "Year must be greater than 1900. Enter four digits, like 2026"],
    ["1", "1", "20026", "Please enter a valid date or clear all date fields"],
    ["1", "", "", "Please enter a valid date or clear all date fields"],
    ["", "1", "2025", "Please enter a valid date or clear all date fields"],
    ["31", "02", "2025", "Please enter a valid date or clear all date fields"],
    ["x", "1", "2025", "Day must be between 1 and 31"],
    ["'; --", "1", "2025", "Day must be between 1 and 31"],
  ])(
    "the date %s/%s/%s shows the error %j, keeps the typed date and saves no date",
    async (day, month, year, said) => {
      const place = await aPurchase();
      for (const name of SIGNIFICANT_DATES) {
        const page = await fill(place, typed(name, day, month, year));
        expect(page.status).toBe(400);
        // Each error names its date, because the summary contains the errors of all dates.
        expect(listSummary(page.html)).toEqual([`${SIGNIFICANT_DATE_LABELS[name]}: ${said}`]);
        expect(page.title).toMatch(/^Error: /);
        expect(readFields(page.html, "dates")).toMatchObject(typed(name, day, month, year));
      }
      expect(await stored(place.purchase)).toEqual(NONE);
    },
  );

  test("an empty form of significant dates shows “No significant dates provided” if no dates are stored", async () => {
    const place = await aPurchase();
    const page = await fill(place, {});
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual(["No significant dates provided"]);
    expect(await listNewEvents(db, place.id, place.known)).toEqual([]);
  });

  test("four invalid dates show twelve errors, each with the name of its date", async () => {
    const place = await aPurchase();
    const wrong = SIGNIFICANT_DATES.map((name) => typed(name, "32", "13", "1899"));
    const page = await fill(place, Object.assign({}, ...wrong) as Record<string, string>);
    const lines = listSummary(page.html);
    expect(lines).toHaveLength(12);
    expect(lines.slice(0, 3)).toEqual([
      "Sale Agreed: Day must be between 1 and 31",
      "Sale Agreed: Month must be between 1 and 12",
      "Sale Agreed: Year must be greater than 1900",
    ]);
    for (const [index, line] of lines.entries()) {
      const name = SIGNIFICANT_DATES[Math.floor(index / 3)]!;
      expect(line.startsWith(`${SIGNIFICANT_DATE_LABELS[name]}: `)).toBe(true);
    }
  });

  test("dates since 1900 in any order can be saved by submitting them a second time", async () => {
    const place = await aPurchase();
    const dates = {
      ...typed("sale_agreed", "2", "1", "2025"),
      ...typed("completed", "1", "1", "1900"),
    };
    const asked = await fill(place, dates);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(
      "Are you sure? Sale Agreed (02/01/2025) will be recorded as done. Completed (01/01/1900) will be recorded as done. Completed (01/01/1900) is more than 10 years ago. Completed (01/01/1900) is before Sale Agreed (02/01/2025). ",
    );
    expect(asked.text).toContain(
      "Nothing has been saved yet. If this is right, select Save again.",
    );
    const fields = readFields(asked.html, "dates");
    expect(fields).toMatchObject(dates);
    expect(await stored(place.purchase)).toEqual(NONE);

    const others = { ...fields, ...typed("completed", "1", "1", "2099") };
    const again = await send(toPath(place), ada, others);
    expect(again.text).toContain("Completed (01/01/2099) is more than 2 years ahead");
    expect(await stored(place.purchase)).toEqual(NONE);

    const page = await send(toPath(place), ada, fields);
    expect(page.location).toBe(findTab(place.id));
    expect(await stored(place.purchase)).toEqual({
      ...NONE,
      sale_agreed: "2025-01-02",
      completed: "1900-01-01",
    });
  });
});

test.each([
  [{ exchanged: "2026-10-01", completed: "2026-10-01" }, []],
  [{ exchanged: "2016-11-21", aborted: "2028-11-21" }, []],
  [
    { exchanged: "2026-10-02", completed: "2026-10-01" },
    ["Completed (01/10/2026) is before Exchanged (02/10/2026)."],
  ],
  [
    { sale_agreed: "2026-10-02", exchanged: "2026-10-01", aborted: "2026-09-30" },
    [
      "Exchanged (01/10/2026) is before Sale Agreed (02/10/2026).",
      "Aborted (30/09/2026) is before Sale Agreed (02/10/2026).",
    ],
  ],
  [{ completed: "2028-11-22" }, ["Completed (22/11/2028) is more than 2 years ahead."]],
  [{ aborted: "2016-11-20" }, ["Aborted (20/11/2016) is more than 10 years ago."]],
] as const)("doubtfulDates for %j on 21/11/2026 returns the doubts %j", (dates, doubts) => {
  const { sale_agreed, exchanged, completed, aborted } = { ...NONE, ...dates };
  const typed = {
    contract_pack_sent_on: toDateParts(null),
    enquiries_raised_on: toDateParts(null),
    enquiries_answered_on: toDateParts(null),
    priority_search_on: toDateParts(null),
    sale_agreed: toDateParts(sale_agreed),
    exchanged: toDateParts(exchanged),
    completed: toDateParts(completed),
    aborted: toDateParts(aborted),
  };
  expect(doubtfulDates(typed, "2026-11-21")).toEqual(doubts);
});

const NO_PARTS = Object.fromEntries(
  PURCHASE_DATES.map((name) => [name, toDateParts(null)]),
) as PurchaseDates;

test.each([
  ["2026-12-18", []],
  ["2026-12-19", ["Completed (19/12/2026) is a Saturday."]],
  ["2026-12-20", ["Completed (20/12/2026) is a Sunday."]],
  ["2026-12-25", ["Completed (25/12/2026) is a bank holiday."]],
  ["2026-12-28", ["Completed (28/12/2026) is a bank holiday."]],
])("a completion on %s shows these doubts until it is saved: %j (CU-2)", (date, doubts) => {
  const dates = { ...NO_PARTS, completed: toDateParts(date) };
  expect(closedDays(dates, NO_PARTS)).toEqual(doubts);
  expect(closedDays(dates, dates)).toEqual([]);
});

test("clearing a date that customers are not emailed about does not mention emails (AX-12)", () => {
  const opened = { ...NO_PARTS, priority_search_on: toDateParts("2026-11-20") };
  expect(pastChanges(NO_PARTS, opened, "2026-11-21")).toEqual([
    "Priority search made (20/11/2026) will be cleared.",
  ]);
});

test.each([
  [null, "2026-11-20", ["Exchanged (20/11/2026) will be recorded as done."]],
  [null, "2026-11-21", []],
  [null, "2026-11-22", []],
  ["2026-11-22", "2026-11-20", ["Exchanged (20/11/2026) will be recorded as done."]],
  ["2026-11-22", "2026-11-23", []],
  ["2026-11-22", null, []],
  ["2026-11-21", "2026-11-20", ["Exchanged (21/11/2026) will change to 20/11/2026."]],
  ["2026-11-20", "2026-11-22", ["Exchanged (20/11/2026) will become a plan for 22/11/2026."]],
  ["2026-11-20", "2026-11-20", []],
  [
    "2026-11-20",
    null,
    [
      "Exchanged (20/11/2026) will be cleared. Customers who were emailed this date will be emailed that it’s withdrawn.",
    ],
  ],
])("changing an exchange on 21/11/2026 from %s to %s asks %j (AX-12)", (before, after, asked) => {
  const opened = { ...NO_PARTS, exchanged: toDateParts(before) };
  const typed = { ...NO_PARTS, exchanged: toDateParts(after) };
  expect(pastChanges(typed, opened, "2026-11-21")).toEqual(asked);
});

test("a plan is saved at once, and the message names what is unusual about it (CU-2)", async () => {
  const place = await aPurchase();
  const fields = {
    ...typed("exchanged", "5", "3", "2099"),
    ...typed("completed", "4", "3", "2099"),
  };
  const { html } = await open(toPath(place), ada);
  const posted = { ...readFields(html, "dates"), ...fields };
  const { flash } = await postAndReadFlash(toPath(place), ada, posted);
  expect(JSON.stringify(flash)).toContain(
    "Completed (04/03/2099) is before Exchanged (05/03/2099).",
  );
  expect(await stored(place.purchase)).toMatchObject({ exchanged: "2099-03-05" });
  const cleared = await fill(place, typed("completed", "", "", ""));
  expect(cleared.location).toBe(findTab(place.id));
});

test.each([
  [null, "2026-11-21", "reached", "21/11/2026"],
  ["2026-12-18", "2026-11-21", "reached", "21/11/2026 (was 18/12/2026)"],
  [null, "2026-11-22", "date_planned", "Completed: planned for 22/11/2026"],
  ["2026-12-28", "2026-12-18", "date_moved", "Completed: moved from 28/12/2026 to 18/12/2026"],
  ["2026-12-28", null, "date_withdrawn", "Completed: was 28/12/2026"],
] as const)(
  "changing a completion date on 21/11/2026 from %s to %s is recorded as the event “%s” with the comments “%s” (ST-5)",
  (before, after, kind, comments) => {
    expect(dateChange({ name: "completed", before, after }, "2026-11-21")).toEqual({
      kind,
      comments,
    });
  },
);

describe("setting and clearing significant dates (K-071 to K-074 AMB-K12 WF-15.2)", () => {
  test("saving significant dates records an event for each, and sends no email", async () => {
    const place = await aPurchase();
    const page = await fillSure(place, {
      ...typed("sale_agreed", "1", "1", "2025"),
      ...typed("exchanged", "11", "04", "2025"),
    });
    expect(page.location).toBe(findTab(place.id));
    expect(await listNewEvents(db, place.id, place.known)).toMatchObject([
      { event_name: "sale_agreed", comments: "01/01/2025", author: "admin", author_id: ada.id },
      { event_name: "exchanged", comments: "11/04/2025", purchase_intent_id: place.purchase },
    ]);
    expect(await listEmails(db, place.id)).toEqual([]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", place.purchase)
      .where("actor_kind", "=", "admin")
      .execute();
    expect(audit).toEqual([
      { action: "significant_dates_updated", fields: ["sale_agreed", "exchanged"] },
    ]);
  });

  test("saving the date of a priority search records an event, and the buyer’s dashboard shows when its protection ends", async () => {
    const place = await aPurchase();
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", place.purchase)
      .execute();
    await fillSure(place, typed("priority_search_on", "1", "12", "2025"));
    expect(await listNewEvents(db, place.id, place.known)).toMatchObject([
      { event_name: "priority_search_made", comments: "01/12/2025", author: "admin" },
    ]);
    const reader = staffReader(ada);
    const dates = await readDates(db, { id: place.id, side: "buyer", reader }, "2025-12-02");
    expect(dates).toMatchObject([{ kind: "priority", day: "2026-01-15" }]);
  });

  test("the dates form shows the stored dates, and saving clears those that staff emptied, even the last one", async () => {
    const place = await aPurchase({ sale_agreed: "2025-01-01", exchanged: "2025-04-11" });
    const { html } = await open(toPath(place), ada);
    expect(readFields(html, "dates")).toMatchObject({
      ...typed("sale_agreed", "01", "01", "2025"),
      ...typed("exchanged", "11", "04", "2025"),
      ...typed("aborted", "", "", ""),
    });
    await fillSure(place, typed("exchanged", "", "", ""));
    expect(await stored(place.purchase)).toEqual({ ...NONE, sale_agreed: "2025-01-01" });
    const last = await fillSure(place, typed("sale_agreed", "", "", ""));
    expect(last.location).toBe(findTab(place.id));
    expect(await stored(place.purchase)).toEqual(NONE);
    expect(await listNewEvents(db, place.id, place.known)).toMatchObject([
      { event_name: "date_withdrawn", comments: "Exchanged: was 11/04/2025" },
      { event_name: "date_withdrawn", comments: "Sale Agreed: was 01/01/2025" },
    ]);
  });

  test("planning, moving and withdrawing a future date records events that are not milestones (ST-5)", async () => {
    const place = await aPurchase();
    for (const day of ["28", "18"]) await fillSure(place, typed("completed", day, "12", "2099"));
    await fillSure(place, typed("completed", "", "", ""));
    const plan = { purchase_intent_id: place.purchase, author_id: ada.id };
    expect(await listNewEvents(db, place.id, place.known)).toMatchObject([
      { ...plan, event_name: "date_planned", comments: "Completed: planned for 28/12/2099" },
      {
        ...plan,
        event_name: "date_moved",
        comments: "Completed: moved from 28/12/2099 to 18/12/2099",
      },
      { ...plan, event_name: "date_withdrawn", comments: "Completed: was 18/12/2099" },
    ]);
    const kinds = await db
      .selectFrom("events")
      .select(["type", "milestone"])
      .distinct()
      .where("purchase_intent_id", "=", place.purchase)
      .where("event_name", "like", "date_%")
      .execute();
    expect(kinds).toEqual([{ type: "buyer", milestone: false }]);
  });

  test("several dates are cleared only after a confirmation that names each of them (AX-12)", async () => {
    const dates = { sale_agreed: "2025-01-01", exchanged: "2025-04-11", completed: "2025-06-09" };
    const place = await aPurchase(dates);
    const cleared = Object.keys(dates).map((name) => typed(name, "", "", ""));
    const asked = await fill(place, Object.assign({}, ...cleared) as Record<string, string>);
    expect(asked.status).toBe(200);
    for (const date of [
      "Sale Agreed (01/01/2025)",
      "Exchanged (11/04/2025)",
      "Completed (09/06/2025)",
    ]) {
      expect(asked.text).toContain(
        `${date} will be cleared. Customers who were emailed this date will be emailed that it’s withdrawn.`,
      );
    }
    expect(asked.text).toContain("Nothing has been saved yet");
    expect(await stored(place.purchase)).toEqual({ ...NONE, ...dates });
    const sure = readFields(asked.html, "dates");
    const saved = await send(toPath(place), ada, sure);
    expect(saved.location).toBe(findTab(place.id));
    await send(toPath(place), ada, sure);
    expect(await stored(place.purchase)).toEqual(NONE);
    expect(await listNewEvents(db, place.id, place.known)).toHaveLength(3);
  });

  test("saving after the confirmation shows a conflict if a colleague has set a date in the meantime (AX-12)", async () => {
    const place = await aPurchase({ sale_agreed: "2025-01-01" });
    const asked = await fill(place, typed("sale_agreed", "", "", ""));
    await fillSure(place, typed("aborted", "9", "6", "2025"), tom);
    const conflict = await send(toPath(place), ada, readFields(asked.html, "dates"));
    expect(conflict.status).toBe(409);
    expect(await stored(place.purchase)).toEqual({
      ...NONE,
      sale_agreed: "2025-01-01",
      aborted: "2025-06-09",
    });
  });

  test.each(["exchanged", "completed"])(
    "the date “%s” is saved only after a confirmation that names each open step (ST-6)",
    async (name) => {
      const place = await aPurchase();
      const fields = typed(name, "11", "4", "2025");
      const asked = await fill(place, fields);
      expect(asked.text).toContain(
        "will be recorded as done. Still open before exchange: payment (not received), solicitors (not assigned on both sides), identity checks (none ordered), searches (none ordered), contract pack (not sent), enquiries (not answered).",
      );
      expect(await stored(place.purchase)).toEqual(NONE);
      await send(toPath(place), ada, readFields(asked.html, "dates"));
      expect(await stored(place.purchase)).toEqual({ ...NONE, [name]: "2025-04-11" });
    },
  );

  test("a stored exchange date needs no new confirmation, and the confirmation of a new one does not name steps with dates entered at the same time (ST-6)", async () => {
    const place = await aPurchase({ exchanged: "2025-04-11" });
    const page = await fillSure(place, typed("sale_agreed", "2", "1", "2025"));
    expect(page.location).toBe(findTab(place.id));
    const asked = await fill(place, {
      ...typed("contract_pack_sent_on", "1", "2", "2025"),
      ...typed("enquiries_raised_on", "3", "2", "2025"),
      ...typed("enquiries_answered_on", "4", "3", "2025"),
      ...typed("exchanged", "10", "4", "2025"),
    });
    expect(asked.text).toContain("searches (none ordered). Nothing has been saved yet");
  });

  test("saving unchanged dates records no event", async () => {
    const place = await aPurchase({ sale_agreed: "2025-01-01" });
    const page = await fill(place, typed("sale_agreed", "1", "1", "2025"));
    expect(page.location).toBe(findTab(place.id));
    expect(await listNewEvents(db, place.id, place.known)).toEqual([]);
  });

  test("a purchase stays active when its aborted date is saved (AMB-K12)", async () => {
    const matter = await createMatter(db);
    const purchase = await createPurchaseAtStage(db, matter, { active: true });
    const place = { id: matter.id, purchase: purchase.id };
    await fillSure(place, typed("aborted", "5", "5", "2026"));
    const { is_active } = await db
      .selectFrom("purchase_intents")
      .select("is_active")
      .where("id", "=", purchase.id)
      .executeTakeFirstOrThrow();
    expect(is_active).toBe(true);
    expect(await stored(purchase.id)).toEqual({ ...NONE, aborted: "2026-05-05" });
  });
});

describe("two editors of the significant dates", () => {
  test("the second editor of the dates sees both versions and chooses", async () => {
    const place = await aPurchase({ sale_agreed: "2025-01-01" });
    const toms = readFields((await open(toPath(place), tom)).html, "dates");
    await fillSure(place, {
      ...typed("sale_agreed", "2", "1", "2025"),
      ...typed("exchanged", "11", "4", "2025"),
    });
    const conflict = await send(toPath(place), tom, {
      ...toms,
      ...typed("sale_agreed", "3", "1", "2025"),
      ...typed("completed", "9", "6", "2025"),
    });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toMatch(/Ada Marsh saved this on/);
    expect(listDifferences(conflict.html)).toEqual([
      ["Sale Agreed Was 01/01/2025 You both changed it Theirs 02/01/2025 Yours 03/01/2025", null],
      ["Exchanged Was Blank They changed it Theirs 11/04/2025 Yours Blank", "theirs"],
      ["Completed Was Blank You changed it Theirs Blank Yours 09/06/2025", "yours"],
    ]);
    const fields = readFields(conflict.html, "conflict");
    const open_ = await send(toPath(place), tom, fields);
    expect(listSummary(open_.html)).toEqual(["Choose a version of Sale Agreed"]);
    const both = await send(toPath(place), tom, { ...fields, "choice.sale_agreed": "yours" });
    expect(both.text).toContain("Still open before exchange");
    const saved = await send(toPath(place), tom, readFields(both.html, "dates"));
    expect(saved.location).toBe(findTab(place.id));
    expect(await stored(place.purchase)).toEqual({
      sale_agreed: "2025-01-03",
      exchanged: "2025-04-11",
      completed: "2025-06-09",
      aborted: null,
    });
  });

  test("one of two concurrent saves of the dates succeeds, and the other gets a conflict", async () => {
    const place = await aPurchase();
    const forms = await Promise.all(
      [ada, tom].map(async (by) => readFields((await open(toPath(place), by)).html, "dates")),
    );
    const pages = await Promise.all([
      send(toPath(place), ada, { ...forms[0], ...typed("sale_agreed", "1", "1", "2099") }),
      send(toPath(place), tom, { ...forms[1], ...typed("sale_agreed", "2", "1", "2099") }),
    ]);
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 409]);
  });
});

describe("significant dates that cannot be shown or saved", () => {
  test("the dates page of another matter’s purchase, or of an unknown purchase, answers 404 (K-074)", async () => {
    const place = await aPurchase();
    const other = await aPurchase();
    const fields = {
      ...readFields((await open(toPath(place), ada)).html, "dates"),
      ...typed("sale_agreed", "1", "1", "2025"),
    };
    const purchases = [other.purchase, "0".repeat(24), "undefined", "%27"];
    for (const purchase of purchases) {
      const page = await open(toPath({ id: place.id, purchase }), ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Purchase intent not found");
      const sent = await send(toPath({ id: place.id, purchase }), ada, fields);
      expect(sent.status).toBe(404);
    }
    for (const id of ["0".repeat(24), "x"]) {
      expect((await open(toPath({ id, purchase: place.purchase }), ada)).status).toBe(404);
    }
    expect(await stored(place.purchase)).toEqual(NONE);
    expect(await stored(other.purchase)).toEqual(NONE);
  });

  test("dates that cannot be saved answer 500, and the form shows an error and keeps the typed values (K-076)", async () => {
    expectError(/the table is broken/);
    const place = await aPurchase();
    // Opening the page writes the audit row of the view, before writes are made to fail.
    await open(toPath(place), ada);
    const mend = await breakWrites(db, "audit_log");
    const page = await fill(place, typed("sale_agreed", "1", "1", "2099"));
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual([
      "Failed to update purchase intent significant dates. Please try again.",
    ]);
    expect(readFields(page.html, "dates")).toMatchObject(typed("sale_agreed", "1", "1", "2099"));
    expect(await stored(place.purchase)).toEqual(NONE);
    expect(await listNewEvents(db, place.id, place.known)).toEqual([]);
  });
});

test.each([
  ["2026-11-21", { day: "21", month: "11", year: "2026" }],
  [null, { day: "", month: "", year: "" }],
])("the date %s is converted to the form fields %j and back", (date, parts) => {
  expect(toDateParts(date)).toEqual(parts);
  expect(fromDateParts(parts)).toBe(date);
});
