import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { gail, jo, newPurchase } from "./purchases.ts";
import { bea as bo } from "./sales.ts";
import { signIn, type Visitor } from "./sign-in.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

export const ROLES = ["seller", "co-seller", "buyer", "co-buyer", "giftor"] as const;
type Role = (typeof ROLES)[number];

type Moment = "begun" | "in progress" | "completion planned" | "completed" | "fallen through";

const DATES = {
  begun: {},
  "in progress": {},
  "completion planned": { completed: "2099-03-02" },
  completed: { completed: "2026-03-01" },
  "fallen through": { aborted: "2026-03-01" },
};

const FIRST_NAMES: Record<Role, string> = {
  seller: "Sam",
  "co-seller": "Huw",
  buyer: "Cy",
  "co-buyer": "Jo",
  giftor: "Gail",
};

/**
 * Creates a matter with a person of each role, in the state that it has at the given moment. If the
 * sale is confirmed, each person has an identity check and emails.
 */
export async function createFullMatterAt(db: Db, moment: Moment) {
  const enter = (role: Role) => signIn(db, { first_name: FIRST_NAMES[role], last_name: "Named" });
  const people: Record<Role, Visitor> = {
    seller: await enter("seller"),
    "co-seller": await enter("co-seller"),
    buyer: await enter("buyer"),
    "co-buyer": await enter("co-buyer"),
    giftor: await enter("giftor"),
  };
  const named = (role: Role) => ({
    first_name: FIRST_NAMES[role],
    last_name: "Named",
    email: people[role].email,
  });
  const isConfirmed = moment !== "begun";
  const transaction_id = await insertSaleAtStage(db, people.seller.id, {
    terms: true,
    complete: isConfirmed,
    change: { additional_sellers: [{ ...bo, ...named("co-seller") }] },
  });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const { id: purchase_intent_id } = await createPurchase(
    db,
    people.buyer.id,
    newPurchase(property_id, {
      ownership_type: "Joint",
      additional_buyers: [{ ...jo, ...named("co-buyer") }],
      gifts: "yes",
      giftors: [{ ...gail, ...named("giftor") }],
    }),
  );
  if (isConfirmed) {
    const buyer_id = people.buyer.id;
    await acceptBuyerTerms(db, { purchase_intent_id, buyer_id });
    await confirmPurchase(db, { id: purchase_intent_id, buyer_id });
    for (const role of ROLES) {
      await leaveTraces(db, { transaction_id, purchase_intent_id, role, ...people[role] });
    }
  }
  await db
    .updateTable("purchase_intents")
    .set({ agreed_price_pounds: 1, ...DATES[moment] })
    .where("id", "=", purchase_intent_id)
    .execute();
  return { people, transaction_id, purchase_intent_id };
}

async function leaveTraces(
  db: Db,
  trace: {
    transaction_id: string;
    purchase_intent_id: string;
    role: Role;
    id: string;
    email: string;
  },
) {
  const { transaction_id, purchase_intent_id, role, id, email } = trace;
  const isSeller = role === "seller" || role === "co-seller";
  const person_type = isSeller ? "seller" : role === "giftor" ? "giftor" : "buyer";
  await db
    .insertInto("identity_checks")
    .values({
      ...{ transaction_id, person_type, email, first_name: FIRST_NAMES[role], last_name: "Named" },
      ...{ status: "complete", result: "clear", thirdfort_id: crypto.randomUUID() },
      phone_number: "+447400123458",
      ...(!isSeller && { purchase_intent_id }),
    })
    .execute();
  await db
    .insertInto("email_log")
    .values({ name: "matter_news", recipient: email, user_id: id, transaction_id, status: "sent" })
    .execute();
  await db
    .insertInto("inbound_emails")
    .values({
      ...{ message_id: crypto.randomUUID(), from_email: email, received_at: new Date() },
      ...{ transaction_id, match_type: "participant" },
    })
    .execute();
}
