import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ActionValues } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { planAction, readAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { listUndoable, undoAction } from "#app/domain/actions/undo-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  countEvents,
  createMatter,
  createPurchaseAtStage,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const reader = staffReader();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function aMatter() {
  const matter = await createMatter(db);
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  return { ...matter, purchase };
}

async function take(transaction_id: string, kind: ActionKind, choice: ActionValues) {
  const confirmed = hashPlan(await planAction(db, reader, { transaction_id, kind }, choice));
  const actor = staffReader({ id: ada.id });
  return inTransaction(db, (trx) =>
    takeAction(trx, { transaction_id, kind }, { choice, confirmed, actor }),
  );
}

const undo = (transaction_id: string, action_id: string) =>
  inTransaction(db, (trx) =>
    undoAction(trx, { transaction_id, action_id }, { actor: staffReader({ id: ada.id }) }),
  );

const price = (transaction_id: string, pounds: number) =>
  take(transaction_id, "change_agreed_price", { agreed_price_pounds: pounds });

const now = async (transaction_id: string, kind: ActionKind = "change_agreed_price") =>
  (await readAction(db, reader, { transaction_id, kind })).values;

const emailsOf = (action_id: string) =>
  db
    .selectFrom("email_log")
    .select(["recipient", "status"])
    .where(sql<boolean>`props ->> 'action_id' = ${action_id}`)
    .orderBy("recipient")
    .execute();

const sendNow = (id: string) =>
  db
    .updateTable("matter_actions")
    .set({ sends_at: sql`now()` })
    .where("id", "=", id)
    .execute();

describe("a change of the agreed price", () => {
  test("stores the price at once, with an event of the old and new price, and its emails wait ten minutes", async () => {
    const { id } = await aMatter();
    const known = await countEvents(db, id);
    const action_id = await price(id, 462_000);
    expect(await now(id)).toEqual({ agreed_price_pounds: 462_000 });
    expect(await listNewEvents(db, id, known)).toMatchObject([
      {
        event_name: "agreed_price_changed",
        author_id: ada.id,
        comments: expect.stringMatching(/^Agreed price: £\d{3},000 to £462,000$/),
      },
    ]);
    const emails = await emailsOf(action_id);
    // The emails to firms wait for their other news (tests/domain/notifications/firm-news.test.ts).
    expect(emails).toHaveLength(2);
    expect(new Set(emails.map(({ status }) => status))).toEqual(new Set(["queued"]));
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from min(jobs.run_at) - now()) / 60)::int as minutes
      from graphile_worker._private_jobs as jobs
      join email_log on email_log.id = jobs.payload ->> 'email_log_id'
      where email_log.props ->> 'action_id' = ${action_id}`.execute(db);
    expect(rows).toEqual([{ minutes: 10 }]);
  });

  test("each reader reads the words that staff confirmed", async () => {
    const { id } = await aMatter();
    const place = { transaction_id: id, kind: "change_agreed_price" } as const;
    const { emails } = await planAction(db, reader, place, { agreed_price_pounds: 462_000 });
    const action_id = await price(id, 462_000);
    for (const { to, cc, words } of emails) {
      expect(await readContents(db, "matter_action", { action_id }, to)).toMatchObject({
        ...words,
        cc,
      });
    }
  });

  test("an undo within ten minutes restores the price, and no email is sent", async () => {
    const { id } = await aMatter();
    const before = await now(id);
    const action_id = await price(id, 462_000);
    const known = await countEvents(db, id);
    const [shown] = await listUndoable(db, reader, id);
    expect(shown).toMatchObject({ id: action_id, done_by: expect.stringContaining("Seller") });
    await undo(id, action_id);
    await undo(id, action_id);
    expect(await now(id)).toEqual(before);
    expect(await listNewEvents(db, id, known)).toMatchObject([{ event_name: "action_undone" }]);
    expect(await listUndoable(db, reader, id)).toEqual([]);
    for (const { recipient } of await emailsOf(action_id)) {
      await expect(readContents(db, "matter_action", { action_id }, recipient)).rejects.toThrow(
        EmailNotNeededError,
      );
    }
  });

  test.each([
    ["its emails have been sent", async (_id: string, action: string) => sendNow(action)],
    ["the price has been changed again", async (id: string) => price(id, 470_000)],
    [
      "contracts have been exchanged",
      async (id: string) =>
        db
          .updateTable("purchase_intents")
          .set({ exchanged: londonDay(new Date()) })
          .where("transaction_id", "=", id)
          .execute(),
    ],
  ])("can’t be undone once %s", async (_when, happen) => {
    const { id } = await aMatter();
    const action_id = await price(id, 462_000);
    await happen(id, action_id);
    await expect(undo(id, action_id)).rejects.toThrow(
      /have been sent|changed again|Contracts have been exchanged/,
    );
  });

  test("is refused without a buyer, after exchange, for the same price, and if the plan has changed", async () => {
    const { id } = await createMatter(db);
    await expect(price(id, 462_000)).rejects.toThrow("This matter has no buyer yet");
    const matter = await aMatter();
    const same = (await now(matter.id)) ?? {};
    await expect(take(matter.id, "change_agreed_price", same)).rejects.toThrow(
      "This is the same as now",
    );
    const choice = { agreed_price_pounds: 462_000 };
    const place = { transaction_id: matter.id, kind: "change_agreed_price" } as const;
    const confirmed = hashPlan(await planAction(db, reader, place, choice));
    await price(matter.id, 455_000);
    await expect(
      inTransaction(db, (trx) =>
        takeAction(trx, place, { choice, confirmed, actor: staffReader({ id: ada.id }) }),
      ),
    ).rejects.toThrow("has changed since you opened this page");
  });

  test("an action of one matter can’t be undone through another", async () => {
    const { id } = await aMatter();
    const other = await aMatter();
    await expect(undo(other.id, await price(id, 462_000))).rejects.toThrow("Action not found");
  });
});

describe("corrections of the property", () => {
  test.each([
    ["correct_asking_price", { asking_price_pounds: 475_000 }],
    ["correct_tenure", { tenure: "Other", tenure_details: "Commonhold" }],
    ["correct_title_number", { title_number: "NYK123456" }],
  ] as const)("%s stores the value, and its undo the value before", async (kind, choice) => {
    const { id } = await aMatter();
    const before = await now(id, kind);
    const action_id = await take(id, kind, choice);
    expect(await now(id, kind)).toEqual(choice);
    await undo(id, action_id);
    expect(await now(id, kind)).toEqual(before);
  });

  test("are refused once the matter has ended", async () => {
    const { id } = await aMatter();
    await db
      .updateTable("purchase_intents")
      .set({ aborted: londonDay(new Date()) })
      .where("transaction_id", "=", id)
      .execute();
    await expect(take(id, "correct_title_number", { title_number: "NYK1" })).rejects.toThrow(
      "This matter has ended.",
    );
  });
});
