import { jsonObjectFrom } from "kysely/helpers/postgres";
import { giftors, selectParties, selectPrimary } from "#app/domain/people/parties.server.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import { readLawyerGroupWithFirm } from "./assigned-solicitors.server.ts";
import type { SolicitorLetter } from "./letter.ts";
import { hasSolicitor, writeLetterWords } from "./letter-words.server.ts";
import type { Side } from "./solicitor-emails.ts";

type Acting = { seller_lawyer_group_id: string | null; buyer_lawyer_group_id: string | null };

/** Which letter it is, and about what. */
export type LetterToWrite = {
  side: Side;
  /** The homes of one seller are in one letter; of a purchase there is one. */
  transaction_ids: readonly string[];
  /** The purchase of a letter to the buyer's side; null of one to the seller's, which tells of the active one. */
  purchase_intent_id: string | null;
  /** Says that a purchase which the solicitor knows goes on, instead of instructing them. */
  is_activation?: boolean;
  /** Who acts for both sides of a matter, where it is not who is assigned now. */
  acting?: (assigned: Acting) => Acting;
  /** Staff's words; those that were written at the assignment, when not given. */
  comment?: string | null;
};

/** What a letter is drawn from: the matters as they are, oldest first. */
export type InstructedMatter = Awaited<ReturnType<typeof readInstructedMatters>>[number];

/**
 * The letter to the solicitor of one side with all that they need to act (AMB-L01, AMB-L03): the one reader for every
 * time that it is sent.
 *
 * @returns the letter, and the lawyer group that it is for; null when nobody of them can be written to
 * @throws Error when one of the matters, or the purchase, is gone
 */
export async function readInstruction(
  db: Db,
  { side, transaction_ids, purchase_intent_id, ...letter }: LetterToWrite,
): Promise<{ letter: SolicitorLetter; lawyer_group_id: string } | null> {
  const { acting = (assigned: Acting) => assigned, is_activation = false, comment } = letter;
  const rows = await readInstructedMatters(db, transaction_ids, purchase_intent_id);
  if (rows.length < transaction_ids.length) throw new Error("A matter of this letter is gone");
  const matters = [];
  for (const row of rows) {
    const { seller_lawyer_group_id, buyer_lawyer_group_id } = acting(row);
    matters.push({
      ...row,
      groups: {
        seller: await readGroup(db, seller_lawyer_group_id),
        buyer: await readGroup(db, buyer_lawyer_group_id),
      },
    });
  }
  const [first] = matters;
  const group = first?.groups[side];
  if (!first || !group || !hasSolicitor(group)) return null;
  const words = writeLetterWords({
    side,
    matters,
    group,
    is_activation,
    comment: comment === undefined ? first[`${side}_comments`] : comment,
  });
  return { letter: words, lawyer_group_id: group.id };
}

async function readGroup(db: Db, id: string | null) {
  return id === null ? null : { id, ...(await readLawyerGroupWithFirm(db, id)) };
}

export type InstructedGroup = NonNullable<Awaited<ReturnType<typeof readGroup>>>;

function readInstructedMatters(
  db: Db,
  transaction_ids: readonly string[],
  purchase_intent_id: string | null,
) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("companies", "companies.id", "transactions.company_seller_id")
    .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .select(["transactions.id", "transactions.customer_type", "transactions.asking_price_pounds"])
    .select(["transactions.has_mortgage", "transactions.onward_purchase"])
    .select(["transactions.is_using_foreign_currency", "transactions.estate_agent_status"])
    .select(["transactions.seller_lawyer_group_id", "transactions.buyer_lawyer_group_id"])
    .select(["transactions.seller_comments", "transactions.buyer_comments"])
    .select(["properties.tenure", "properties.tenure_details", "properties.title_number"])
    .select(["companies.name as company_name", "companies.company_number"])
    .select("transaction_groups.name as group_name")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select((eb) => [
      selectPrimary("seller").as("primary_seller"),
      selectParties("seller").as("additional_sellers"),
      jsonObjectFrom(
        eb
          .selectFrom("estate_agents")
          .leftJoin("brands", "brands.id", "estate_agents.brand_id")
          .leftJoin("valuers", (join) =>
            join
              .onRef("valuers.estate_agent_id", "=", "estate_agents.id")
              .on("valuers.primary_valuer", "=", true),
          )
          .select(["estate_agents.office_name", "brands.brand_name"])
          .select(["estate_agents.office_phone_number", "valuers.first_name"])
          .select(["valuers.last_name", "valuers.email", "valuers.phone_number"])
          .whereRef("estate_agents.id", "=", "transactions.estate_agent_id")
          .limit(1),
      ).as("estate_agent"),
      jsonObjectFrom(
        eb
          .selectFrom("purchase_intents")
          .selectAll("purchase_intents")
          .select([
            selectPrimary("buyer").as("primary_buyer"),
            selectParties("buyer").as("additional_buyers"),
            giftors().as("giftors"),
          ])
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .$call((purchases) =>
            purchase_intent_id === null
              ? purchases.where("purchase_intents.is_active", "=", true)
              : purchases.where("purchase_intents.id", "=", purchase_intent_id),
          ),
      ).as("purchase"),
    ])
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}
