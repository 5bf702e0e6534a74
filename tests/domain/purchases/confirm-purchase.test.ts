import { describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import {
  confirmPurchase,
  listPurchases,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createUnfinishedPurchase, insertUniquePerson } from "#tests/support/purchases.ts";
import { eventNames } from "#tests/support/sales.ts";

const { db } = useTestDatabase();

async function readyPurchase() {
  const purchase = await createUnfinishedPurchase(db);
  await acceptBuyerTerms(db, { purchase_intent_id: purchase.id, buyer_id: purchase.buyer_id });
  return { ...purchase, target: { id: purchase.id, buyer_id: purchase.buyer_id } };
}

const emailsTo = (recipient: string) =>
  db
    .selectFrom("email_log")
    .select(["name", "transaction_id", "user_id", "props", "status"])
    .where("recipient", "=", recipient)
    .where("name", "<>", "buyer_terms_accepted")
    .execute();

const finished = [
  "transaction_created",
  "purchase_intent_created",
  "buyer_terms_accepted",
  "purchase_intent_success_email_sent",
];

describe("finishing a buyer's onboarding (D-065, D-066, AMB-D09)", () => {
  test("finishing onboarding queues the email, records the event and completes the purchase (E-040)", async () => {
    const { target, transaction_id, email, buyer_id } = await readyPurchase();
    expect(await listPurchases(db, buyer_id)).toMatchObject([{ complete: false }]);
    expect(await confirmPurchase(db, target)).toEqual({ transaction_id });
    expect(await readPurchase(db, target)).toMatchObject({ complete: true, is_active: false });
    expect(await eventNames(db, transaction_id)).toEqual(finished);
    expect(await emailsTo(email)).toEqual([
      {
        name: "purchase_intent_success",
        transaction_id,
        user_id: buyer_id,
        props: { purchase_intent_id: target.id },
        status: "queued",
      },
    ]);
  });

  test("the contents of the success email name the property and link to the dashboard", async () => {
    const { target, transaction_id } = await readyPurchase();
    const { address } = await readPurchase(db, target);
    const buyer = await db
      .selectFrom("users")
      .select("email")
      .where("id", "=", target.buyer_id)
      .executeTakeFirstOrThrow();
    const ids = { purchase_intent_id: target.id };
    expect(await readContents(db, "purchase_intent_success", ids, buyer.email)).toMatchObject({
      first_name: "Ada",
      property: `${address.line_1}, York, YO1 7HZ`,
      dashboard: `http://localhost:3000/dashboard/buy/${transaction_id}`,
    });
  });

  test("finishing onboarding again or concurrently records one event and queues one email", async () => {
    const { target, transaction_id, email } = await readyPurchase();
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirmPurchase(db, target)));
    answers.push(await confirmPurchase(db, target));
    expect(answers).toEqual(answers.map(() => ({ transaction_id })));
    expect(await eventNames(db, transaction_id)).toEqual(finished);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test("finishing onboarding is rejected before the terms are accepted", async () => {
    const { id, buyer_id, email } = await createUnfinishedPurchase(db);
    await expect(confirmPurchase(db, { id, buyer_id })).rejects.toEqual(
      new ConflictError("Please accept the terms and conditions to continue"),
    );
    expect(await emailsTo(email)).toEqual([]);
    expect(await readPurchase(db, { id, buyer_id })).toMatchObject({ complete: false });
  });

  test.each([
    ["this purchase is aborted", "mine", { aborted: "2026-03-20" }],
    [
      "this purchase is aborted, and another one is active",
      "mine",
      { aborted: "2026-03-20" },
      true,
    ],
    ["another purchase has completed", "theirs", { completed: "2026-03-20" }],
    ["another purchase and its sale are aborted", "theirs", { aborted: "2026-03-20" }],
  ])(
    "finishing onboarding is rejected once %s (AMB-K12)",
    async (_, whose, dates, is_active = false) => {
      const { target, transaction_id, property_id, email } = await readyPurchase();
      const sale = { id: transaction_id, property_id };
      const other = await insertPurchase(db, sale, (await insertUniquePerson(db)).id, is_active);
      const id = whose === "mine" ? target.id : other.id;
      await db.updateTable("purchase_intents").set(dates).where("id", "=", id).execute();
      await expect(confirmPurchase(db, target)).rejects.toEqual(
        new ConflictError("This purchase has ended"),
      );
      expect(await emailsTo(email)).toEqual([]);
      expect(await readPurchase(db, target)).toMatchObject({ complete: false });
    },
  );

  test("finishing onboarding is rolled back if the email cannot be queued", async () => {
    const { target, email } = await readyPurchase();
    const mend = await breakWrites(db, "email_log");
    await expect(confirmPurchase(db, target)).rejects.toThrow("the table is broken");
    await mend();
    expect(await readPurchase(db, target)).toMatchObject({ complete: false });
    await confirmPurchase(db, target);
    expect(await emailsTo(email)).toHaveLength(1);
  });
});
