import { beforeEach, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import {
  isTimeForWeeklyLeads,
  queueWeeklyLeads,
  readWeeklyLeads,
} from "#app/domain/leads/leads.server.ts";
import { weeklyLeads } from "#app/jobs/jobs.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

/** Mondays at 9am in London, which is an hour ahead of UTC in July. */
const summer = new Date("2026-07-06T08:00:00Z");
const winter = new Date("2026-11-23T09:00:00Z");

const valuer = (first_name: string, is_subscribed = true) => ({
  first_name,
  last_name: "Ridley",
  email: `${first_name.toLowerCase()}@northgate.example`,
  is_subscribed,
});

async function queued() {
  const rows = await db.selectFrom("email_log").selectAll().orderBy("recipient").execute();
  return Promise.all(
    rows.map(async ({ recipient, name, props }) => ({
      recipient,
      name,
      ...(await readContents(db, "weekly_leads", props)),
    })),
  );
}

describe("the time of the weekly leads email, Mondays at 9am in London (AMB-G08)", () => {
  test.each([
    [summer.toISOString(), "due", true],
    ["2026-07-06T09:00:00Z", "not due", false],
    [winter.toISOString(), "due", true],
    ["2026-11-23T08:00:00Z", "not due", false],
    ["2026-03-30T08:00:00Z", "due", true], // The day after the clocks go forward.
    ["2026-10-26T09:00:00Z", "due", true], // The day after the clocks go back.
    ["2026-11-24T09:00:00Z", "not due", false],
  ])("the weekly leads email at %s is %s", (at, _state, expected) => {
    expect(isTimeForWeeklyLeads(new Date(at))).toBe(expected);
  });
});

test("a subscribed valuer gets the link to their page, and other valuers get no email (M-056, X-041)", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val"), valuer("Nan", false), { ...valuer("Tom"), email: null }],
  });
  expect(await queueWeeklyLeads(db, winter)).toBe(1);
  expect(await queued()).toEqual([
    {
      recipient: "val@northgate.example",
      name: "weekly_leads",
      first_name: "Val",
      forms: [
        {
          whose: "Val Ridley",
          office: "Northgate York",
          link: "http://localhost:3000/leads/val%40northgate.example",
        },
      ],
    },
  ]);
});

test("a subscribed coordinator gets the pages of the valuers of all their offices (X-043, AMB-G08)", async () => {
  const coordinator = { first_name: "Ruth", email: "Ruth@northgate.example", is_subscribed: true };
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val", false), { ...valuer("Tom"), email: null }],
    coordinator,
  });
  await insertOffice(db, "Northgate Leeds", { valuers: [valuer("Alice", false)], coordinator });
  await insertOffice(db, "Elsewhere", { valuers: [valuer("Zed", false)] });
  await queueWeeklyLeads(db, winter);
  expect(await queued()).toMatchObject([
    {
      recipient: "ruth@northgate.example",
      first_name: "Ruth",
      forms: [
        { whose: "Alice Ridley", office: "Northgate Leeds" },
        { whose: "Val Ridley", office: "Northgate York" },
      ],
    },
  ]);
});

test("a coordinator gets no email if they are not subscribed or if none of their valuers has a page (X-043)", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Val", false)],
    coordinator: { first_name: "Ruth", email: "ruth@northgate.example", is_subscribed: false },
  });
  await insertOffice(db, "Northgate Leeds", {
    valuers: [{ ...valuer("Tom"), email: null }],
    coordinator: { first_name: "Sue", email: "sue@northgate.example", is_subscribed: true },
  });
  expect(await queueWeeklyLeads(db, winter)).toBe(0);
  expect(await queued()).toEqual([]);
});

test("a valuer who is also a coordinator gets one email, with their own page first (AMB-G08)", async () => {
  await insertOffice(db, "Northgate York", {
    valuers: [valuer("Alan", false), valuer("Val")],
    coordinator: { first_name: "Valerie", email: "VAL@northgate.example", is_subscribed: true },
  });
  await queueWeeklyLeads(db, winter);
  expect(await queued()).toMatchObject([
    { first_name: "Val", forms: [{ whose: "Val Ridley" }, { whose: "Alan Ridley" }] },
  ]);
});

test("the job queues one weekly leads email per person and week (AMB-G08)", async () => {
  await insertOffice(db, "Northgate York", { valuers: [valuer("Val"), valuer("Nan")] });
  await queueWeeklyLeads(db, winter);
  await queueWeeklyLeads(db, new Date("2026-11-29T23:00:00Z"));
  expect(await queued()).toHaveLength(2);
  await queueWeeklyLeads(db, new Date("2026-11-30T09:00:00Z"));
  expect(await queued()).toHaveLength(4);
});

test("the last Monday of a year gets its own email, even if it is in the first week of the next year (AMB-G08)", async () => {
  await insertOffice(db, "Northgate York", { valuers: [valuer("Val")] });
  for (const day of ["2024-01-01", "2024-12-30", "2025-12-29", "2026-12-28", "2027-01-04"]) {
    await queueWeeklyLeads(db, new Date(`${day}T09:00:00Z`));
  }
  expect(await queued()).toHaveLength(5);
  await queueWeeklyLeads(db, new Date("2025-01-03T09:00:00Z"));
  await queueWeeklyLeads(db, new Date("2027-01-03T09:00:00Z"));
  expect(await queued()).toHaveLength(5);
});

describe("the contents of a weekly leads email (AMB-G08)", () => {
  test("a weekly leads email lists the recipient's own page first, then the others by office and first name", async () => {
    const york = await insertOffice(db, "Northgate York", {
      valuers: [valuer("Val"), { ...valuer("Ann"), last_name: null }],
    });
    const leeds = await insertOffice(db, "Northgate Leeds", { valuers: [valuer("Zed")] });
    const email = await readWeeklyLeads(db, {
      valuer_id: york.valuers[0] ?? "",
      estate_agent_ids: [york.id, leeds.id],
    });
    expect(email.forms.map(({ whose }) => whose)).toEqual(["Val Ridley", "Zed Ridley", "Ann"]);
  });

  test("a weekly leads email is not written for a recipient who has been deleted", async () => {
    const coordinator = {
      first_name: "Ruth",
      email: "ruth@northgate.example",
      is_subscribed: true,
    };
    const york = await insertOffice(db, "Northgate York", {
      valuers: [valuer("Val")],
      coordinator,
    });
    const [valuer_id = ""] = york.valuers;
    const left = "Weekly leads recipient no longer exists";
    const coordinated = { valuer_id: null, estate_agent_ids: [york.id] };
    await db.deleteFrom("office_coordinators").execute();
    await expect(readWeeklyLeads(db, coordinated)).rejects.toThrow(left);
    await db.deleteFrom("valuers").execute();
    const own = { valuer_id, estate_agent_ids: [] };
    await expect(readWeeklyLeads(db, own)).rejects.toThrow(left);
    await db
      .insertInto("office_coordinators")
      .values({ ...coordinator, last_name: "Dale", estate_agent_id: york.id })
      .execute();
    await expect(readWeeklyLeads(db, coordinated)).rejects.toThrow(left);
  });
});

describe("the weekly leads job (AMB-G08)", () => {
  const run = (payload: unknown) => weeklyLeads.handle(payload, { number: 1, isLast: false });

  beforeEach(() => insertOffice(db, "Northgate York", { valuers: [valuer("Val")] }));

  test("the weekly leads job sends in only one of the two hours at which the crontab starts it", async () => {
    await run({ _cron: { ts: "2026-07-06T09:00:00.000Z", backfilled: false } });
    expect(await queued()).toHaveLength(0);
    await run({ _cron: { ts: "2026-07-06T08:00:00.000Z", backfilled: true } });
    expect(await queued()).toHaveLength(1);
  });

  test("the weekly leads job sends at any hour when it is run by hand, but only once", async () => {
    await run({});
    await run({});
    expect(await queued()).toHaveLength(1);
  });
});
