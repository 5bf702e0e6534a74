import { describe, expect, test } from "vitest";
import { sendEmail } from "#app/clients/postmark/client.server.ts";
import { acceptBuyerTerms, acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import {
  type PlainTerms,
  readBuyerTerms,
  readSellerTerms,
} from "#app/domain/terms/accepted-terms.server.ts";
import { writeFiles } from "#app/jobs/email-contents.server.ts";
import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { emails } from "#mocks/postmark.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { createUnfinishedPurchase } from "#tests/support/purchases.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();

const queued = (user_id: string) =>
  db
    .selectFrom("email_log")
    .select(["name", "recipient", "props"])
    .where("user_id", "=", user_id)
    .execute();

const allText = ({ parts }: PlainTerms) =>
  parts
    .flatMap(({ sections }) =>
      sections.flatMap(({ title, paragraphs }) => [
        title,
        ...paragraphs.flatMap(({ heading = "", text, items }) => [heading, text, ...items]),
      ]),
    )
    .join("\n");

describe("the email with accepted terms (AMB-C11)", () => {
  test("the email with accepted terms is sent to the seller once, even for a double submit", async () => {
    const { sale, email } = await sellerAtPayment(db, { terms: false });
    await Promise.all(Array.from({ length: 5 }, () => acceptTerms(db, sale)));
    const { transaction_id } = sale;
    expect(await queued(sale.seller_id)).toEqual([
      { name: "seller_terms_accepted", recipient: email, props: { transaction_id } },
    ]);
  });

  test("the email with accepted terms is sent to the buyer once, even for a double submit", async () => {
    const { id, buyer_id, email } = await createUnfinishedPurchase(db);
    const target = { purchase_intent_id: id, buyer_id };
    await Promise.all(Array.from({ length: 5 }, () => acceptBuyerTerms(db, target)));
    expect(await queued(buyer_id)).toEqual([
      { name: "buyer_terms_accepted", recipient: email, props: { purchase_intent_id: id } },
    ]);
  });

  test("the email with accepted terms has the version, date, person and every clause", async () => {
    const { sale } = await sellerAtPayment(db, { terms: false });
    await acceptTerms(db, { ...sale, accepted_at: new Date("2026-11-02T09:05:00Z") });
    const accepted = await readSellerTerms(db, sale);
    expect(accepted).toMatchObject({
      first_name: "Sam",
      accepted_by: "Sam Seller",
      act: "sale",
      property: "12 Arch Street, York, YO1 7HZ",
      page: "http://localhost:3000/seller/terms/v1",
      terms: {
        title: "Seller Terms & Conditions",
        version: "Version 1.0 - Effective from January 1, 2024",
      },
    });
    expect(accepted.accepted_at).toBe("2 Nov 2026 at 09:05");
    const text = allText(accepted.terms);
    expect(accepted.terms.parts.flatMap(({ sections }) => sections)).toHaveLength(20);
    expect(text).toContain("you pay the abortive legal costs of both solicitors");
    expect(text).toContain("email us at support@fanlight.example");
    expect(text).toContain("Clause 9 explains how and when to supply it.");
    expect(text).not.toMatch(/[{}]|undefined/);
  });

  test("the email with accepted terms has the buyer's terms for a buyer", async () => {
    const { id, buyer_id } = await createUnfinishedPurchase(db);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    const accepted = await readBuyerTerms(db, { purchase_intent_id: id });
    expect(accepted).toMatchObject({
      act: "purchase",
      terms: { title: "Buyer Terms & Conditions" },
    });
    expect(allText(accepted.terms)).not.toMatch(/[{}]|undefined/);
  });

  test("the email with accepted terms is not sent for a different version of the terms", async () => {
    const { sale } = await sellerAtPayment(db);
    await db
      .updateTable("transactions")
      .set({ terms_version: "0.9" })
      .where("id", "=", sale.transaction_id)
      .execute();
    await expect(readSellerTerms(db, sale)).rejects.toThrow("version 0.9");
  });

  test("the email with accepted terms has a PDF with the same text attached", async () => {
    const { sale } = await sellerAtPayment(db);
    const accepted = await readSellerTerms(db, sale);
    const files = await writeFiles("seller_terms_accepted", accepted);
    expect(files).toMatchObject([
      { name: "Fanlight terms of your sale.pdf", type: "application/pdf" },
    ]);
    await sendEmail({ to: "a@example.com", subject: "s", html: "h", text: "t", files });
    const [email] = await state.list(emails);
    const [attached] = email?.Attachments ?? [];
    expect(attached).toMatchObject({
      Name: "Fanlight terms of your sale.pdf",
      ContentType: "application/pdf",
    });
    const bytes = Buffer.from(attached?.Content ?? "", "base64");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const said = (await readPdfText(bytes)).join(" ");
    for (const words of ["Sam Seller", "Version 1.0", "abortive legal costs", "20."]) {
      expect(said).toContain(words);
    }
  });

  test("the email that asks for a sewer bill has no attachment", async () => {
    const { sale } = await sellerAtPayment(db);
    const accepted = await readSellerTerms(db, sale);
    const { first_name, property } = accepted;
    expect(await writeFiles("sewer_bill_request", { first_name, property })).toEqual([]);
  });
});
