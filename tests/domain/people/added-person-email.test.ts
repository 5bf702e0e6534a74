import { describe, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { getOrCreateOrder } from "#app/domain/payments/orders.server.ts";
import { payWithReferralCode } from "#app/domain/payments/pay-with-code.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { readNamed } from "#app/domain/people/participant-email.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertCode, intentFor, sellerAtPayment } from "#tests/support/payments.ts";
import { createUnfinishedPurchase, fullPurchasePeople, jo } from "#tests/support/purchases.ts";

const { db } = useTestDatabase();

const setClock = (time: string) => vi.useFakeTimers({ now: new Date(time), toFake: ["Date"] });

async function saleOf(...emails: string[]) {
  const paying = await sellerAtPayment(db);
  const { transaction_id } = paying.sale;
  for (const [position, email] of [paying.email.toUpperCase(), ...emails].entries()) {
    const { first_name, last_name, phone_number } = jo;
    const person = { first_name, last_name, phone_number, email, position };
    await db
      .insertInto("parties")
      .values({ ...person, kind: "seller", transaction_id })
      .execute();
  }
  return paying;
}

async function listAddedPersonEmails(transaction_id: string) {
  const { rows } = await sql<{ recipient: string; props: { party_id: string }; run_at: Date }>`
    select recipient, props, run_at from email_log
    join graphile_worker._private_jobs on payload ->> 'email_log_id' = email_log.id
    where transaction_id = ${transaction_id} and name = 'person_named'
    order by recipient`.execute(db);
  return rows;
}

describe("the email to a person added to a matter", () => {
  test("the email to an added person is sent once per mailbox when a sale is paid for, but not to the seller who signed up", async () => {
    const { sale } = await saleOf("bo@example.test", "jo@example.test", "JO@example.test");
    expect(await listAddedPersonEmails(sale.transaction_id)).toEqual([]);
    const intent = await intentFor(db, sale);
    const record = () => inTransaction(db, (trx) => recordPayment(trx, intent));
    await Promise.all(Array.from({ length: 6 }, record));
    const emails = await listAddedPersonEmails(sale.transaction_id);
    expect(emails.map(({ recipient }) => recipient)).toEqual([
      "bo@example.test",
      "jo@example.test",
    ]);
    expect(
      await readContents(db, "person_named", emails[1]!.props, "jo@example.test"),
    ).toMatchObject({
      first_name: "Jo",
      named_by: "Sam Seller",
      noun: "sale",
      role: "seller",
      solicitor: "to_choose",
      property: "12 Arch Street, York, YO1 7HZ",
      sign_in: "http://localhost:3000/sign-in",
    });
  });

  test("the email to an added person removes text that looks like a link from names and the address (SE-6)", async () => {
    const link = "HM Land Registry www.evil.test/verify";
    const { sale } = await saleOf("victim@example.test");
    await db
      .updateTable("users")
      .set({ first_name: link })
      .where("id", "=", sale.seller_id)
      .execute();
    await db
      .updateTable("parties")
      .set({ first_name: link })
      .where("transaction_id", "=", sale.transaction_id)
      .execute();
    await db.updateTable("addresses").set({ line_1: link }).execute();
    const intent = await intentFor(db, sale);
    await inTransaction(db, (trx) => recordPayment(trx, intent));
    const [email] = await listAddedPersonEmails(sale.transaction_id);
    const contents = await readContents(db, "person_named", email!.props, email!.recipient);
    expect(contents).toMatchObject({ first_name: null, named_by: "Seller" });
    const { subject, html, text } = await renderEmail("person_named", contents);
    for (const part of [subject, html, text]) expect(part).not.toContain("evil");
    expect(subject).toBe("You’ve been added to the sale of York, YO1 7HZ");
  });

  test("the email to an added person is sent when a referral code pays, and in the evening it waits until 8am", async () => {
    const { sale } = await saleOf("evening@example.test");
    await insertCode(db, "NAMED1");
    setClock("2026-11-26T21:00:00Z");
    await inTransaction(db, async (trx) => {
      await getOrCreateOrder(trx, sale);
      await payWithReferralCode(trx, sale, "NAMED1");
    });
    vi.useRealTimers();
    expect(await listAddedPersonEmails(sale.transaction_id)).toMatchObject([
      { recipient: "evening@example.test", run_at: new Date("2026-11-27T08:00:00Z") },
    ]);
  });

  test("the email to an added person is sent when a purchase is confirmed, while a giftor gets theirs with the ID check", async () => {
    const { id, buyer_id } = await createUnfinishedPurchase(db, fullPurchasePeople);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    const { transaction_id } = await confirmPurchase(db, { id, buyer_id });
    await confirmPurchase(db, { id, buyer_id });
    const [email, ...others] = await listAddedPersonEmails(transaction_id);
    expect(others).toEqual([]);
    expect(email?.recipient).toBe(jo.email);
    expect(await readNamed(db, email!.props)).toMatchObject({
      ...{ noun: "purchase", role: "buyer", solicitor: "to_confirm" },
    });
    const giver = await db
      .selectFrom("parties")
      .select("id as party_id")
      .where("purchase_intent_id", "=", id)
      .where("kind", "=", "giftor")
      .executeTakeFirstOrThrow();
    expect(await readContents(db, "giftor_id_check", giver)).toMatchObject({
      sign_in: "http://localhost:3000/sign-in",
    });
  });

  test("the email to an added person is not sent if the person is removed first", async () => {
    const { sale } = await saleOf("gone@example.test");
    const intent = await intentFor(db, sale);
    await inTransaction(db, (trx) => recordPayment(trx, intent));
    const [email] = await listAddedPersonEmails(sale.transaction_id);
    await db.deleteFrom("parties").where("id", "=", email!.props.party_id).execute();
    await expect(readNamed(db, email!.props)).rejects.toThrow("no longer needed");
  });
});
