import { describe, expect, test } from "vitest";
import { readFirmReference } from "#app/domain/firm-pages/firm-reference.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { firmMatter, groupOf, solicitorOf } from "#tests/support/firm-pages.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();

type Side = "seller" | "buyer";
type Matter = Awaited<ReturnType<typeof firmMatter>>;

/** Stores that a firm has accepted its instruction with its reference. */
async function accept(
  { id: transaction_id, purchase_intent_id }: Matter,
  side: Side,
  { firm_reference, group }: { firm_reference: string | null; group?: string },
) {
  await db
    .insertInto("instruction_answers")
    .values({
      ...{ transaction_id, side, answer: "accepted", fee_earner: "Sol", answered_by: "Sol" },
      purchase_intent_id: side === "buyer" ? purchase_intent_id : null,
      lawyer_group_id: group ?? (await groupOf(db, { transaction_id, side })),
      firm_reference,
    })
    .execute();
}

const referenceOf = (recipient: string, ...matters: Matter[]) =>
  readFirmReference(db, { transaction_ids: matters.map(({ id }) => id), recipient });

describe("the reference of a law firm in its emails", () => {
  test("is that of the recipient’s own firm", async () => {
    const matter = await firmMatter(db);
    await accept(matter, "seller", { firm_reference: "SELL/1" });
    await accept(matter, "buyer", { firm_reference: "BUY/1" });
    expect(await referenceOf(solicitorOf("seller"), matter)).toBe("SELL/1");
    expect(await referenceOf(solicitorOf("buyer"), matter)).toBe("BUY/1");
    expect(await referenceOf("someone@else.example", matter)).toBeNull();
  });

  test("is left out if the firm gave none, and in an email about several matters", async () => {
    const one = await firmMatter(db);
    const other = await firmMatter(db);
    await accept(one, "seller", { firm_reference: null });
    await accept(other, "seller", { firm_reference: "SELL/2" });
    expect(await referenceOf(solicitorOf("seller"), one)).toBeNull();
    expect(await referenceOf(solicitorOf("seller"), other, one)).toBeNull();
    expect(await referenceOf(solicitorOf("seller"))).toBeNull();
  });

  test("is left out for a person whose firm acts for both sides", async () => {
    const matter = await firmMatter(db);
    const group = await insertLawyerGroup(db, { solicitor: lawyer("Both") });
    await accept(matter, "seller", { firm_reference: "SELL/3", group });
    await accept(matter, "buyer", { firm_reference: "BUY/3", group });
    expect(await referenceOf("both@ashby.example", matter)).toBeNull();
  });
});
