import { beforeAll, describe, expect, test } from "vitest";
import { ACTION_KINDS, type ActionKind, slugOf } from "#app/domain/actions/notified.ts";
import { readStillOpen } from "#app/domain/actions/still-open.server.ts";
import { OPEN_EFFECTS, openItems } from "#app/routes/admin/transactions/actions/open-items.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open, send } from "./pages.ts";
import { readFields } from "./fields.ts";
import { createMatter, createPurchaseAtStage } from "./transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let matter: Awaited<ReturnType<typeof openMatter>>;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  matter = await openMatter();
});

/** Lists what is open in a matter as the page of an action does; null if it has no list. */
async function listOpen(id: string, kind: ActionKind) {
  const effect = OPEN_EFFECTS[kind];
  if (effect === null) return null;
  const items = openItems(await readStillOpen(db, staffReader(), id), effect);
  return items.map(({ title, text }) => [title, text]);
}

describe("what is still open before an action", () => {
  test.each(ACTION_KINDS)("is listed for %s with what the action does to it", async (kind) => {
    expect(await listOpen(matter.id, kind)).toEqual(LISTED[kind]);
  });

  test("has a missing search order, but not for an end or a correction", async () => {
    const { id } = await createMatter(db);
    const none = [["No searches ordered", "Order them on the Searches tab."]];
    expect(await listOpen(id, "agree_sale")).toEqual(none);
    expect(await listOpen(id, "end_matter")).toEqual([]);
    expect(await listOpen(id, "correct_address")).toEqual([]);
    const order = { transaction_id: id, building_number: "1", ordered_on: "2026-11-20" };
    await db
      .insertInto("search_orders")
      .values({ ...order, is_reorder: false, answer: "refused" })
      .execute();
    expect(await listOpen(id, "agree_sale")).toEqual(none);
    await db
      .insertInto("search_orders")
      .values({ ...order, is_reorder: false })
      .execute();
    expect(await listOpen(id, "agree_sale")).toEqual([]);
  });

  test("has a report until it is shared with the buyer", async () => {
    const { id } = await openMatter();
    await insertReport(db, id, { at: new Date("2026-11-21T12:00:00Z") });
    expect(await listOpen(id, "pause_matter")).toContainEqual([
      "Property report not shared with the buyer",
      "Generated on 21/11/2026.",
    ]);
    const titles = async () => (await listOpen(id, "pause_matter"))?.map(([title]) => title);
    await insertReport(db, id, { shared_by: ada.id });
    expect((await titles())?.join()).not.toContain("report");
  });

  test.each([
    ["pause_matter", {}],
    ["release_buyer", {}],
    ["correct_address", { line_1: "99 Corrected Street" }],
  ] as const)("is on the page of %s and on its confirmation", async (kind, typed) => {
    const path = `/admin/transactions/${matter.id}/actions/${slugOf(kind)}`;
    const page = await open(path, ada);
    expect(page.text).toContain("Still open");
    expect(page.text).toContain(CHECK);
    const confirm = await send(path, ada, { ...readFields(page.html, "action"), ...typed });
    expect(confirm.text).toContain("Who will be emailed");
    expect(confirm.text).toContain(CHECK);
  });

  test("is not on the page of a correction that no order at a vendor uses", async () => {
    const { text } = await open(`/admin/transactions/${matter.id}/actions/correct-tenure`, ada);
    expect(text).toContain("Correct the tenure");
    expect(text).not.toContain("Still open");
  });
});

const ORDERED = "Ordered on 20/11/2026. ";
const CHECK = "Ada Byron’s identity check";
const REVIEW = ["Cy Byron’s identity check", "Waiting for review."];
/** The rules request one document, and staff the other. */
const REQUESTS = "2 document requests";
const CONTINUES = [
  [CHECK, `${ORDERED}This doesn’t stop it.`],
  REVIEW,
  ["3 searches in progress", "We’re waiting for OneSearch. This doesn’t change the order."],
  ["No property report", "1 search has come back."],
  [REQUESTS, "These stay open."],
];
const CHANGES_BUYER = [
  ...CONTINUES.slice(0, -1),
  [
    REQUESTS,
    "Those to the present buyer and their solicitor will be closed. The others stay open.",
  ],
];

/** List on the page of each action for a matter in which everything is open; null for none. */
const LISTED: Record<ActionKind, string[][] | null> = {
  change_agreed_price: null,
  correct_asking_price: null,
  correct_tenure: null,
  correct_title_number: null,
  correct_ownership: null,
  correct_lender: null,
  correct_seller_lender: null,
  correct_postal_address: null,
  correct_address: [
    [CHECK, `${ORDERED}It has the address as it is now, and this doesn’t change it at Thirdfort.`],
    [
      "3 searches in progress",
      "They have the address as it is now. If it’s the wrong home, order the searches again.",
    ],
    [
      "1 search",
      "The results are for the address as it is now. If it’s the wrong home, order the searches again.",
    ],
  ],
  end_matter: [
    [
      CHECK,
      `${ORDERED}We’ll ask Thirdfort to stop it in 10 minutes. If Thirdfort can’t stop it, the handler will get a task.`,
    ],
    [REVIEW[0] ?? "", "Waiting for review. The check stays on file, unreviewed."],
    [
      "3 searches in progress",
      "They stay open at OneSearch, because we can’t cancel them. The handler will get a task to ask OneSearch.",
    ],
    ["1 search", "The results are already back, so they can’t be cancelled."],
    [REQUESTS, "These will be closed, and reminders will stop."],
  ],
  pause_matter: [
    [CHECK, `${ORDERED}The pause doesn’t stop it.`],
    REVIEW,
    ["3 searches in progress", "The pause doesn’t stop them."],
    ["No property report", "1 search has come back."],
    [REQUESTS, "These stay open. We won’t send reminders during the pause."],
  ],
  resume_matter: CONTINUES,
  resume_paused_matter: CONTINUES,
  resume_buyer: CONTINUES,
  take_unit_out: CONTINUES,
  agree_sale: CONTINUES,
  release_buyer: CHANGES_BUYER,
  replace_buyer: CHANGES_BUYER,
};

/** Creates a matter with a buyer, open checks and searches, and a result without a report. */
async function openMatter() {
  const created = await createMatter(db);
  await createPurchaseAtStage(db, created, { active: true });
  const { id: transaction_id } = created;
  const person = {
    transaction_id,
    person_type: "seller",
    last_name: "Byron",
    email: "ada@example.test",
    phone_number: "+447400123456",
  } as const;
  const at = (hour: number) => `2026-11-20T${hour}:00:00Z`;
  await db
    .insertInto("identity_checks")
    .values([
      { ...person, first_name: "Ada", created_at: at(10), status: "pending" },
      { ...person, first_name: "Cy", created_at: at(11), status: "complete", result: "consider" },
      { ...person, first_name: "Di", created_at: at(12), status: "complete", result: "clear" },
    ])
    .execute();
  await db
    .insertInto("document_requests")
    .values({
      transaction_id,
      kind: "water_bill",
      source: "staff",
      purpose: "For the search",
      requested_on: "2026-11-20",
      due_on: "2026-11-20",
    })
    .execute();
  const { id: search_order_id } = await insertSearchOrder(db, transaction_id);
  await db
    .deleteFrom("searches")
    .where("search_order_id", "=", search_order_id)
    .where("product_id", "=", "LLC1CON29")
    .execute();
  await addSearch(db, transaction_id);
  return created;
}
