import { beforeEach, describe, expect, test } from "vitest";
import { addOwnDocuments } from "#app/domain/documents/own-requests.server.ts";
import {
  isTimeForReminders,
  queueDocumentReminders,
  queueRequestEmails,
  readReminder,
  readRequestsEmail,
} from "#app/domain/documents/request-emails.server.ts";
import { documentTasks } from "#app/domain/documents/request-states.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { inTransaction } from "#db/connection.ts";
import { addSeller, createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale, findRequest, storedFile } from "#tests/support/documents.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
});

/** Wednesday at 9am. */
const AT = new Date("2026-11-25T09:00:00Z");

const setDays = (days: { requested_on?: string; due_on?: string }) =>
  db.updateTable("document_requests").set(days).where("transaction_id", "=", sale.id).execute();

const remind = (at = AT) => inTransaction(db, (trx) => queueDocumentReminders(trx, at));

const readReminders = async () => {
  const rows = await db
    .selectFrom("email_log")
    .select("recipient")
    .where("name", "=", "document_reminder")
    .orderBy("recipient")
    .execute();
  return rows.map(({ recipient }) => recipient);
};

const NEVER = { requested_on: "2026-11-24", due_on: "2026-12-24" };

describe("reminders of documents", () => {
  test.each([
    ["three working days after the request", { ...NEVER, requested_on: "2026-11-20" }, 1],
    ["two working days after the request", { ...NEVER, requested_on: "2026-11-23" }, 0],
    ["on the due day", { ...NEVER, due_on: "2026-11-25" }, 1],
    ["the day after the due day", { ...NEVER, due_on: "2026-11-24" }, 0],
  ])("a seller is reminded or not, %s", async (_, days, count) => {
    await setDays(days);
    expect(await remind()).toBe(count);
    expect(await readReminders()).toEqual(count === 0 ? [] : [sale.seller.email]);
  });

  test("a person gets one reminder a day, however often the job runs and for all of their matters", async () => {
    const other = await createPaidSale(db);
    await db
      .updateTable("transactions")
      .set({ seller_id: sale.seller.id })
      .where("id", "=", other.id)
      .execute();
    await db.updateTable("document_requests").set({ due_on: "2026-11-25" }).execute();
    await remind();
    await remind();
    expect(await readReminders()).toEqual([sale.seller.email]);
    const { props } = await db
      .selectFrom("email_log")
      .select("props")
      .where("name", "=", "document_reminder")
      .executeTakeFirstOrThrow();
    expect(props).toMatchObject({ user_id: sale.seller.id });
    const content = await readReminder(db, props as Parameters<typeof readReminder>[1]);
    expect(content.matters).toHaveLength(2);
  });

  test("a co-seller with an account is reminded, and a person who left is not", async () => {
    const { email, person_id } = await addSeller(db, sale.id);
    await signIn(db, { email, first_name: "Jo" });
    await setDays({ due_on: "2026-11-25" });
    await remind();
    expect(await readReminders()).toEqual([email, sale.seller.email].sort());
    const jo = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await db.deleteFrom("parties").where("id", "=", person_id).execute();
    const matters = [{ transaction_id: sale.id, side: "seller" as const }];
    await expect(readReminder(db, { user_id: jo.id, matters })).rejects.toThrow(
      EmailNotNeededError,
    );
  });

  test("a buyer is reminded of the requests of the purchase", async () => {
    const { email } = await createPurchaseAtStage(db, sale, { active: true });
    await db
      .updateTable("document_requests")
      .set({ due_on: "2026-11-25" })
      .where("kind", "=", "mortgage_offer")
      .execute();
    await remind();
    expect(await readReminders()).toEqual([email]);
  });

  test("no one is reminded of a document that was sent or that the seller doesn’t have", async () => {
    await setDays({ due_on: "2026-11-25" });
    await db.updateTable("document_requests").set({ missing_reason: "None" }).execute();
    expect(await remind()).toBe(0);
  });

  test.each([
    ["2026-11-25T09:30:00Z", true],
    ["2026-11-25T08:30:00Z", false],
    ["2026-07-01T08:30:00Z", true],
    ["2026-11-28T09:30:00Z", false],
    ["2026-12-25T09:30:00Z", false],
  ])("reminders go out at 9am in London on working days only: %s", (at, isTime) => {
    expect(isTimeForReminders(new Date(at))).toBe(isTime);
  });
});

describe("the email about requests", () => {
  const place = () => ({ transaction_id: sale.id, purchase_intent_id: null });
  const reader = () => ({
    user_id: sale.seller.id,
    transaction_id: sale.id,
    side: "seller" as const,
  });

  test("the email lists what is left to send, and is not needed once all is sent", async () => {
    await inTransaction(db, (trx) => queueRequestEmails(trx, place()));
    const content = await readRequestsEmail(db, reader());
    expect(content.first_name).toBe("Ada");
    expect(content.requests).toHaveLength(5);
    expect(content.page).toMatch(new RegExp(`/dashboard/sell/${sale.id}/documents$`));
    const { id } = await findRequest(db, sale.id);
    await inTransaction(db, (trx) =>
      addOwnDocuments(trx, { ...sale.own, request_id: id, files: [storedFile()] }),
    );
    expect((await readRequestsEmail(db, reader())).requests).toHaveLength(4);
    await db.updateTable("document_requests").set({ status: "accepted" }).execute();
    await expect(readRequestsEmail(db, reader())).rejects.toThrow(EmailNotNeededError);
  });
});

test.each([
  [[], []],
  [[{ kind: "water_bill", title: "Water bill", due_on: "2026-12-04" }], []],
  [
    [{ kind: "lease", title: "Lease", due_on: "2026-12-04" }],
    [
      {
        title: "Send us 1 document: Lease",
        detail: "Upload it on your dashboard by Friday 4 December.",
      },
    ],
  ],
  [
    [
      { kind: "lease", title: "Lease", due_on: "2026-12-04" },
      { kind: "gift_letter", title: "Gift letter", due_on: "2026-12-11" },
    ],
    [
      {
        title: "Send us 2 documents",
        detail:
          "Lease and Gift letter. Upload them on your dashboard. The first is due by Friday 4 December.",
      },
    ],
  ],
])(
  "the Friday email has one task for all open requests except the water bill (CU-8): %j",
  (open, tasks) => {
    expect(documentTasks(open)).toEqual(tasks);
  },
);
