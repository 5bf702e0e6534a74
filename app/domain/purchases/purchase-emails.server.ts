/**
 * Content of the emails about a purchase. The functions throw NoResultError if the purchase was
 * deleted.
 */

import { sql } from "kysely";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames, greetingName } from "#app/domain/shared/names.ts";
import { mortgageText, solicitorText } from "#app/domain/transactions/labels.ts";
import {
  selectBuyers,
  selectContacts,
  selectLawyerGroup,
  selectSolicitor,
} from "#app/domain/transactions/matter-parts.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";

type Ids = { purchase_intent_id: string };

/**
 * Returns the content of the email to a buyer who accepted the terms or whose purchase became
 * active.
 */
export async function readPurchaseForBuyer(db: Db, ids: Ids, { recipient }: { recipient: string }) {
  const { people, transaction_id, address } = await purchase(db, ids)
    .select("purchase_intents.transaction_id")
    .select(selectContacts("buyer").as("people"))
    .executeTakeFirstOrThrow();
  return {
    first_name: greetingName(people, recipient),
    are_several: people.length > 1,
    property: addressLine(address),
    transaction_id,
    dashboard: siteUrl(paths.dashboard.buy(transaction_id)),
  };
}

/**
 * Returns the content of the email to a buyer whose purchase was replaced by another one (AMB-K12).
 */
export async function readDeactivatedForBuyer(
  db: Db,
  ids: Ids,
  { recipient }: { recipient: string },
) {
  const { people, address } = await purchase(db, ids)
    .select(selectContacts("buyer").as("people"))
    .executeTakeFirstOrThrow();
  return {
    first_name: greetingName(people, recipient),
    are_several: people.length > 1,
    property: addressLine(address),
  };
}

/** Returns the content of the email to a seller whose buyer was found or replaced (AMB-K12). */
export async function readActivatedForSeller(
  db: Db,
  { has_changed, ...ids }: Ids & { has_changed: boolean },
  { recipient }: { recipient: string },
) {
  const { people, address, buyers, agreed_price_pounds, transaction_id } = await purchase(db, ids)
    .select(["purchase_intents.agreed_price_pounds", "purchase_intents.transaction_id"])
    .select(selectContacts("seller").as("people"))
    .executeTakeFirstOrThrow();
  return {
    first_name: greetingName(people, recipient),
    property: addressLine(address),
    buyers: fullNames(buyers),
    agreed_price: formatPounds(agreed_price_pounds),
    has_changed,
    dashboard: siteUrl(paths.dashboard.sell(transaction_id)),
  };
}

export type BuyerFoundRecipient = "seller_solicitor" | "buyer_solicitor" | "estate_agent";

/**
 * Returns the content of the email to the solicitors and the estate agent once a buyer is found
 * (AMB-K06). A recipient who isn’t in one of the solicitors’ groups counts as the estate agent.
 */
export async function readBuyerFoundEmail(db: Db, ids: Ids, { recipient }: { recipient: string }) {
  const { address, buyers, agreed_price_pounds, ownership_type, estate_agent_id, ...found } =
    await purchase(db, ids)
      .select([
        "purchase_intents.agreed_price_pounds",
        "purchase_intents.ownership_type",
        "purchase_intents.mortgage_required_for_purchase",
        "purchase_intents.mortgage_provider",
      ])
      .select(selectLawyerGroup("transactions.buyer_lawyer_group_id").as("solicitors"))
      .select(selectSolicitor("transactions.buyer_lawyer_group_id").as("contact"))
      .select(selectSideOf(recipient).as("side"))
      .select(["transactions.estate_agent_id", "transactions.id as sale_id"])
      .executeTakeFirstOrThrow();
  const { solicitors, contact, side, sale_id, ...answers } = found;
  return {
    recipient: side ? (`${side}_solicitor` as const) : ("estate_agent" as const),
    property: addressLine(address),
    buyers: fullNames(buyers),
    agreed_price: formatPounds(agreed_price_pounds),
    ownership: ownership_type,
    /** The estate agent doesn’t learn how the buyer pays. */
    mortgage: side && mortgageText(answers),
    /** The estate agent gets the name without the contact details. */
    solicitor: solicitors && {
      name: solicitorText(solicitors),
      email: side && (contact?.email ?? null),
      phone: side && (contact?.phone_number ?? null),
    },
    /** The sale on the page of its estate agent. */
    agent_page:
      side === null && estate_agent_id ? siteUrl(paths.agent.sale(estate_agent_id, sale_id)) : null,
  };
}

/** Selects the side whose lawyer group has a member with this address; null if neither has. */
function selectSideOf(recipient: string) {
  return sql<Side | null>`(
    select case when member.lawyer_group_id = transactions.buyer_lawyer_group_id
      then 'buyer' else 'seller' end
    from lawyer_group_members as member
    where lower(member.email) = lower(${recipient})
      and member.lawyer_group_id in
        (transactions.seller_lawyer_group_id, transactions.buyer_lawyer_group_id)
    order by 1
    limit 1)`;
}

function purchase(db: Db, { purchase_intent_id }: Ids) {
  return db
    .selectFrom("purchase_intents")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("purchase_intents.id", "=", purchase_intent_id)
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectBuyers().as("buyers"),
    ]);
}
