import { beforeEach, describe, expect, test } from "vitest";
import { answerChase } from "#app/domain/chases/answer.server.ts";
import { followUpChases } from "#app/domain/chases/follow-up.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { ask, exchangedMatter, newestChase } from "#tests/support/chased-matter.ts";
import { linkReader } from "#tests/support/readers.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open, postAndReadFlash } from "./pages.ts";

const { db } = useTestDatabase();
const DESK = "/admin/desk";
const SINCE = `${DESK}/since-yesterday`;

let bronwen: Visitor;
let tomasin: Visitor;
let sale: { id: string };
let number = 0;

beforeEach(async () => {
  await emptyTables(db);
  bronwen = await signIn(db, {
    ...{ type: "admin", first_name: "Bronwen", last_name: "Pugh", roles: ["handler"] },
  });
  tomasin = await signIn(db, {
    ...{ type: "admin", first_name: "Tomasin", last_name: "Okonjo", roles: ["handler"] },
  });
  sale = await insertSale(db, (await insertPerson(db, "ada@example.test")).id);
  const row = await db
    .updateTable("transactions")
    .set({ handler_id: bronwen.id })
    .where("id", "=", sale.id)
    .returning("number")
    .executeTakeFirstOrThrow();
  number = row.number;
});

const addTask = (title: string, assignee_id: string | null = null) =>
  db
    .insertInto("tasks")
    .values({ transaction_id: sale.id, title, due_on: "2026-03-02", assignee_id })
    .execute();

async function insertConversation(of: { transaction_id: string | null; text: string }) {
  const { transaction_id, text } = of;
  const now = new Date();
  const { id: conversation_id } = await db
    .insertInto("conversations")
    .values({
      ...{ transaction_id, side: transaction_id ? ("seller" as const) : null, state: "open" },
      sender: transaction_id ? null : "a.whitlam@example.test",
      ...{ unanswered_since: now, answer_by: now, last_message_at: now, unanswered: 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: author_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "ada@example.test")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("messages")
    .values({ conversation_id, kind: "page_message", author_id, text })
    .execute();
  return conversation_id;
}

async function mention(person: Visitor, text: string) {
  const { id: conversation_id } = await db
    .insertInto("conversations")
    .values({
      ...{ transaction_id: sale.id, side: "seller", state: "answered" },
      last_message_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: message_id } = await db
    .insertInto("messages")
    .values({ conversation_id, kind: "internal_note", author_id: bronwen.id, text })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("message_mentions").values({ message_id, user_id: person.id }).execute();
  return message_id;
}

describe("the desk", () => {
  test("the desk says that nothing is waiting", async () => {
    const { status, text } = await open(DESK, bronwen);
    expect(status).toBe(200);
    expect(text).toContain("Nothing is waiting for you.");
  });

  test("the desk shows why an item waits, its matter, its handler, its day and its next step", async () => {
    await addTask("Phone the agent");
    const { html, text } = await open(DESK, bronwen);
    expect(text).toContain("Task due");
    expect(text).toContain("Phone the agent");
    expect(text).toContain(`F-${number} 1 Arch Street`);
    expect(text).toContain("Seller: Ada Byron");
    expect(text).toContain("Bronwen Pugh");
    expect(text).toMatch(/Was due Mon 2 Mar/);
    expect(html).toContain(`href="/admin/transactions/${sale.id}"`);
    expect(text).toContain(`Mark as done : Task due, F-${number}`);
  });

  test("each view shows its own items, and a count of them", async () => {
    await addTask("Phone the agent");
    await addTask("Phone the seller", tomasin.id);
    await insertConversation({ transaction_id: null, text: "About our flat" });
    const mine = await open(DESK, bronwen);
    expect(mine.text).toContain("Phone the agent");
    expect(mine.text).not.toContain("Phone the seller");
    expect(mine.text).toMatch(/Mine\s*1\s*Everyone’s\s*3\s*No handler\s*1/);
    const everyone = await open(`${DESK}?view=everyone`, bronwen);
    expect(everyone.text).toContain("Phone the agent");
    expect(everyone.text).toContain("Phone the seller");
    const no_handler = await open(`${DESK}?view=no_handler`, bronwen);
    expect(no_handler.text).toContain("Email without a matter");
    expect(no_handler.text).toContain("a.whitlam@example.test: “About our flat”");
    expect(no_handler.text).not.toContain("Phone the seller");
    const colleague = await open(`${DESK}?handler=${tomasin.id}`, bronwen);
    expect(colleague.text).toContain("Phone the seller");
    expect(colleague.text).not.toContain("Phone the agent");
  });

  test("the stand-in of a colleague who is away has the colleague’s items", async () => {
    await addTask("Phone the agent");
    await db
      .insertInto("staff_absences")
      .values({
        ...{ user_id: bronwen.id, stand_in_id: tomasin.id },
        ...{ starts_on: "2000-01-01", ends_on: "2100-01-01" },
      })
      .execute();
    expect((await open(DESK, tomasin)).text).toContain("Phone the agent");
  });

  test("the desk shows the start of a message as text", async () => {
    const id = await insertConversation({
      transaction_id: sale.id,
      text: "<script>alert(1)</script> Are the keys ready?",
    });
    const { html, text } = await open(DESK, bronwen);
    expect(text).toContain("Message to answer");
    expect(html).not.toContain("<script>alert(1)");
    expect(text).toContain(
      "Ada Byron: “&lt;script&gt;alert(1)&lt;/script&gt; Are the keys ready?”",
    );
    expect(html).toContain(`href="/admin/inbox/${id}"`);
  });

  test("a snoozed conversation is shown from its day", async () => {
    await insertConversation({ transaction_id: sale.id, text: "Are the keys ready?" });
    await db.updateTable("conversations").set({ snoozed_until: "2100-01-01" }).execute();
    expect((await open(DESK, bronwen)).text).toContain("Nothing is waiting for you.");
    await db.updateTable("conversations").set({ snoozed_until: "2026-01-05" }).execute();
    expect((await open(DESK, bronwen)).text).toContain("Message to answer");
  });

  test("payments are shown only to roles that may see payments", async () => {
    await db
      .insertInto("payment_reviews")
      .values({
        ...{ reason: "unknown_order", stripe_transaction_id: "pi_1", amount_pence: 24_000 },
      })
      .execute();
    const lead = await signIn(db, { type: "admin", roles: ["lead"] });
    const view = `${DESK}?view=everyone`;
    expect((await open(view, lead)).text).toContain("Payment to review");
    expect((await open(view, bronwen)).text).not.toContain("Payment to review");
  });

  test("an invalid query shows the reader’s own desk", async () => {
    await addTask("Phone the agent");
    const { status, text } = await open(`${DESK}?view=x&handler=x&after=x&shown=-1`, bronwen);
    expect(status).toBe(200);
    expect(text).toContain("Phone the agent");
  });

  test("the desk answers 500 with a message if it cannot be read", async () => {
    expectError(/desk_items/);
    const { status, text } = await withoutTable(db, "desk_items", () => open(DESK, bronwen));
    expect(status).toBe(500);
    expect(text).toContain("There was an error while fetching the desk");
  });
});

describe("a task on the desk", () => {
  const view = `${DESK}?view=everyone`;
  const press = (id: string, by: Visitor, from = view) =>
    postAndReadFlash(`/admin/transactions/${sale.id}/tasks/${id}/mark`, by, {
      ...{ intent: "done", from },
    });
  async function addOne() {
    await addTask("Phone the agent");
    const { id } = await db.selectFrom("tasks").select("id").executeTakeFirstOrThrow();
    return id;
  }

  test("one press marks a task as done, and returns to the same view without the task", async () => {
    const id = await addOne();
    const { html } = await open(view, bronwen);
    expect(html).toContain(`action="/admin/transactions/${sale.id}/tasks/${id}/mark"`);
    expect(html).toContain('name="from" value="/admin/desk?view=everyone"');
    const { flash, location } = await press(id, bronwen);
    expect(location).toBe(view);
    expect(flash).toMatchObject({ kind: "success", title: "Task done" });
    expect((await open(view, bronwen)).text).not.toContain("Phone the agent");
  });

  test("a press on a task that a colleague has done or deleted says so", async () => {
    const id = await addOne();
    await press(id, tomasin);
    expect((await press(id, bronwen)).flash?.title).toBe("This task was already done");
    await db.deleteFrom("tasks").execute();
    expect((await press(id, bronwen)).flash).toMatchObject({
      ...{ kind: "error", title: "The task was not changed", description: "Task not found" },
    });
  });

  test.each(["https://example.test/admin/desk", "/admin/desk//example.test", "/admin/desk?x=%0a"])(
    "the press returns to the matter instead of %s",
    async (from) => {
      const { location } = await press(await addOne(), bronwen, from);
      expect(location).toBe(`/admin/transactions/${sale.id}`);
    },
  );

  test.each([
    [{ answer: "done" }, "Step reported done", "Record step", "/stages"],
    [{ answer: "not_ours" }, "Step refused by firm", "Mark as done", "/mark"],
    [{}, "Firm to chase again", "Chase again", "/chase/seller_solicitor"],
  ] as const)(
    "a task that follows from the answer %o of a firm is one item with its own next step",
    async (answer, why, action, to) => {
      const matter = await exchangedMatter(db, "12 Arch Street");
      await db
        .updateTable("transactions")
        .set({ handler_id: bronwen.id })
        .where("id", "=", matter.id)
        .execute();
      await ask(db, { id: matter.id, staff_id: bronwen.id });
      const chase = await newestChase(db, matter.id);
      if ("answer" in answer) {
        await inTransaction(db, (trx) =>
          answerChase(trx, linkReader("chase", chase.id), {
            ...{ ...answer, day: null, waiting_for: null, note: null, name: "Hannah Lister" },
          }),
        );
      } else {
        await followUpChases(db, new Date(`${chase.follow_up_on}T09:30:00Z`));
        await db.updateTable("tasks").set({ due_on: "2026-11-02" }).execute();
      }
      const { html, text } = await open(DESK, bronwen);
      expect(text.match(new RegExp(why, "g"))).toHaveLength(2);
      expect(text).toContain(action);
      expect(html).toContain(to);
      expect(text.includes("Hannah Lister answered: ")).toBe("answer" in answer);
    },
  );
});

describe("notes that mention a colleague", () => {
  test("marking a note as read removes it from the desk, and writes one audit row", async () => {
    const id = await mention(tomasin, "Can you phone Hannah?");
    const before = await open(DESK, tomasin);
    expect(before.text).toContain("Bronwen Pugh: “Can you phone Hannah?”");
    for (let time = 0; time < 2; time++) {
      const { flash, location } = await postAndReadFlash(`${DESK}/mentions/${id}`, tomasin, {});
      expect(location).toBe(DESK);
      expect(flash).toMatchObject({ kind: "success", title: "Note marked as read" });
    }
    expect((await open(DESK, tomasin)).text).toContain("Nothing is waiting for you.");
    const entries = await db
      .selectFrom("audit_log")
      .select(["actor_id", "subject_type", "subject_id"])
      .where("action", "=", "mention_read")
      .where("subject_id", "=", sale.id)
      .execute();
    expect(entries).toEqual([
      { actor_id: tomasin.id, subject_type: "transaction", subject_id: sale.id },
    ]);
  });

  test("only the mentioned colleague can mark a note as read", async () => {
    const id = await mention(tomasin, "Can you phone Hannah?");
    for (const path of [`${DESK}/mentions/${id}`, `${DESK}/mentions/x`]) {
      const { flash } = await postAndReadFlash(path, bronwen, {});
      expect(flash).toMatchObject({ kind: "error", title: "Note not marked as read" });
    }
    expect((await open(DESK, tomasin)).text).toContain("Can you phone Hannah?");
  });
});

describe("the events since yesterday", () => {
  const recordAt = (date_time: Date, comments: string) =>
    db
      .insertInto("events")
      .values({
        ...{ transaction_id: sale.id, event_name: "search_completed", type: "seller" },
        ...{ author: "provider", date_time, comments },
      })
      .execute();

  test("the page shows the events of the reader’s matters, grouped by matter, newest first", async () => {
    const minute = 60_000;
    await recordAt(new Date(Date.now() - 2 * minute), "Local search");
    await recordAt(new Date(Date.now() - minute), "Water search");
    await recordAt(new Date("2020-01-01"), "Old search");
    const { status, text } = await open(SINCE, bronwen);
    expect(status).toBe(200);
    expect(text).toMatch(new RegExp(`F-${number}.*Water search.*Local search`, "s"));
    expect(text).not.toContain("Old search");
    expect((await open(SINCE, tomasin)).text).toContain("No events in your matters.");
    const colleague = await open(`${SINCE}?handler=${bronwen.id}`, tomasin);
    expect(colleague.text).toContain("Water search");
  });

  test("a new handler reads the recent events of the matter", async () => {
    await recordAt(new Date(), "Local search");
    await db.updateTable("transactions").set({ handler_id: tomasin.id }).execute();
    expect((await open(SINCE, tomasin)).text).toContain("Local search");
    expect((await open(SINCE, bronwen)).text).toContain("No events in your matters.");
  });

  test("a page has 50 events and a link to older ones", async () => {
    for (let n = 0; n < 51; n++) await recordAt(new Date(Date.now() - n * 1000), `Search ${n}.`);
    const { html, text } = await open(SINCE, bronwen);
    expect(text).toContain("Search 49.");
    expect(text).not.toContain("Search 50.");
    const older = /href="([^"]*since-yesterday\?after=[^"]+)"/.exec(html)![1]!;
    const next = await open(older.replaceAll("&amp;", "&"), bronwen);
    expect(next.text).toContain("Search 50.");
    expect(next.text).not.toContain("Search 49.");
  });
});

test("the bar has the desk with its count before the specified places, and /admin leads to transactions", async () => {
  await addTask("Phone the agent");
  const { text } = await open(DESK, bronwen);
  expect(text).toMatch(/Desk\s*1\s*waiting\s*Inbox\s*Transactions\s*Groups/);
});
