import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { NewPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import type { Db } from "#db/connection.ts";
import { createHomeForSale, newPurchase } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

export const createMatter = async (db: Db, line_1?: string) => {
  const { transaction_id: id, property_id } = await createHomeForSale(db, {
    ...(line_1 && { line_1 }),
  });
  return { id, property_id };
};

export async function createPaidMatter(db: Db, line_1?: string) {
  const matter = await createMatter(db, line_1);
  const event = { transaction_id: matter.id, event_name: "payment_successful" } as const;
  await recordEvent(db, { ...event, author: "system" });
  return matter;
}

type Matter = Awaited<ReturnType<typeof createMatter>>;

type Stage = { first_name?: string; terms?: boolean; active?: boolean };

export async function createPurchaseAtStage(
  db: Db,
  { property_id }: Matter,
  { first_name = "Bea", terms = true, active = false }: Stage = {},
  change: Partial<NewPurchase> = {},
) {
  const buyer = await signIn(db, { first_name, last_name: "Byron" });
  const { id } = await createPurchase(db, buyer.id, newPurchase(property_id, change));
  if (terms) await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: buyer.id });
  if (active) {
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", id)
      .execute();
  }
  return { id, email: buyer.email, buyer };
}

export async function assignSolicitors(db: Db, id: string, sides: ("seller" | "buyer")[]) {
  for (const side of sides) {
    const group = await insertLawyerGroup(db, {
      name: `Able ${side}`,
      solicitor: { ...lawyer("Sol"), email: `sol@${side}.example` },
      legal_assistants: [{ ...lawyer("Asha"), email: `asha@${side}.example` }],
    });
    await db
      .updateTable("transactions")
      .set({ [`${side}_lawyer_group_id`]: group })
      .where("id", "=", id)
      .execute();
  }
}

export async function listEmails(db: Db, transaction_id: string) {
  const rows = await db
    .selectFrom("email_log")
    .select(["name", "recipient"])
    .where("transaction_id", "=", transaction_id)
    .where("name", "<>", "buyer_terms_accepted")
    .orderBy("name")
    .orderBy("recipient")
    .execute();
  return rows.map(({ name, recipient }) => [name, recipient]);
}

export async function listNewEvents(db: Db, transaction_id: string, known: number) {
  const events = await db
    .selectFrom("events")
    .select(["event_name", "author", "comments", "purchase_intent_id", "author_id"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return events.slice(known);
}

export async function countEvents(db: Db, transaction_id: string) {
  return (await listNewEvents(db, transaction_id, 0)).length;
}

export async function addSeller(db: Db, transaction_id: string, change: { email?: string } = {}) {
  const email = change.email ?? `jo.${crypto.randomUUID()}@example.test`;
  const { id: person_id } = await db
    .insertInto("parties")
    .values({
      kind: "seller",
      transaction_id,
      first_name: "Jo",
      last_name: "Joint",
      email,
      phone_number: "+447400123457",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { person_id, email };
}
