/** The email with a firm’s news of a matter, as it is true when the email is sent. */

import { sql } from "kysely";
import type { z } from "zod";
import { readNewsOfAction } from "#app/domain/actions/firm-news-of-action.server.ts";
import { readFirmContact } from "#app/domain/chases/chased-matter.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import type { FirmNewsEvent } from "#app/domain/events/firm-news.ts";
import { type firmNewsEmail, parseItem } from "#app/domain/events/queue-firm-news.server.ts";
import { readConfirmedLetter } from "#app/domain/property-information/letters.server.ts";
import { productName } from "#app/domain/searches/labels.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonToday } from "#app/domain/shared/dates.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { selectBuyers, selectLawyerGroup } from "#app/domain/transactions/matter-parts.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import {
  contractPackState,
  type FirmNewsFacts,
  firmNewsItem,
  type FirmNewsItem,
} from "./firm-news-words.ts";

type Ids = z.output<typeof firmNewsEmail.ids>;

/**
 * Returns the items of a firm’s email, and the property information if the sellers have confirmed
 * or changed it.
 * @throws EmailNotNeededError if another firm acts now, the matter has ended, or no item still
 * applies
 */
export async function readFirmNews(db: Db, ids: Ids) {
  const { transaction_id, firm, firm_id, items } = ids;
  const matter = await readMatter(db, ids);
  const facts = { ...matter, searches: await readSearches(db, transaction_id) };
  const news: FirmNewsItem[] = [];
  let letter: Awaited<ReturnType<typeof readConfirmedLetter>> = null;
  for (const item of items.map(parseItem)) {
    if (item === null) continue;
    if ("action_id" in item) {
      const words = await readNewsOfAction(db, { action_id: item.action_id, firm });
      if (words) news.push(words);
    } else if (item.event === "property_information_confirmed") {
      letter = await readConfirmedLetter(db, transaction_id);
    } else {
      const words = firmNewsItem(item.event, firm, facts);
      if (words) news.push(words);
    }
  }
  if (news.length === 0 && !letter) throw new EmailNotNeededError();
  const { first_name, cc } = await readFirmContact(db, { firm, id: firm_id });
  const side = firm === "buyer_solicitor" ? "buyer" : "seller";
  return {
    first_name,
    cc,
    property: addressLine(matter.address),
    reference: formatMatterNumber(matter.number),
    items: news,
    information: letter && { ...letter, contract_pack: contractPackState(facts) },
    page: siteUrl(
      firm === "estate_agent"
        ? paths.agent.sale(firm_id, transaction_id)
        : paths.firm.page(side, transaction_id),
    ),
  };
}

const ENDINGS: readonly FirmNewsEvent[] = ["completed", "aborted"];

/** Reads the matter with its active purchase, if the firm still acts in it. */
async function readMatter(db: Db, { transaction_id, firm, firm_id, ...ids }: Ids) {
  const column = {
    seller_solicitor: "seller_lawyer_group_id",
    buyer_solicitor: "buyer_lawyer_group_id",
    estate_agent: "estate_agent_id",
  } as const;
  const matter = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("listed_transactions as listed", "listed.id", "transactions.id")
    .select(["transactions.number", "transactions.contract_pack_ready_on"])
    .select("listed.contract_pack_ready_on as pack_ready_on")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .select(selectLawyerGroup("transactions.buyer_lawyer_group_id").as("solicitor"))
    .where("transactions.id", "=", transaction_id)
    .where(`transactions.${column[firm]}`, "=", firm_id)
    .where("transactions.ended_on", "is", null)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const purchase = await db
    .selectFrom("purchase_intents")
    .select(["id", "contract_pack_sent_on", "enquiries_raised_on", "enquiries_answered_on"])
    .select(["exchanged", "completed", "aborted", "agreed_price_pounds"])
    .select(selectBuyers().as("buyers"))
    .select([isStillPlanned("exchanged"), isStillPlanned("completed")])
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  const today = londonDay(new Date());
  if (firm === "buyer_solicitor" && purchase?.id !== ids.purchase_intent_id) {
    throw new EmailNotNeededError();
  }
  const isOver = [purchase?.completed, purchase?.aborted].some((day) => day && day <= today);
  const tellsEnd = ids.items.some((text) => {
    const item = parseItem(text);
    return item !== null && "event" in item && ENDINGS.includes(item.event);
  });
  if (isOver && !tellsEnd) throw new EmailNotNeededError();
  const { solicitor, ...rest } = matter;
  return {
    ...rest,
    today,
    purchase: purchase
      ? {
          ...purchase,
          buyers: fullNames(purchase.buyers),
          agreed_price: formatPounds(purchase.agreed_price_pounds),
          solicitor: solicitor?.law_firm ?? null,
          is_planned: {
            exchanged: purchase.exchanged_is_planned,
            completed: purchase.completed_is_planned,
          },
        }
      : null,
  };
}

/**
 * Selects whether a date is today and was last recorded before today. News that waited overnight
 * must not say that a planned exchange or completion has happened.
 */
function isStillPlanned<Name extends "exchanged" | "completed">(name: Name) {
  const recorded = sql`(
    select max(date_time) from events
    where purchase_intent_id = purchase_intents.id and event_name = ${name})`;
  return sql<boolean>`coalesce(${sql.ref(`purchase_intents.${name}`)} = ${londonToday}
    and ${recorded} < ${londonToday}::timestamp at time zone 'Europe/London', false)`.as(
    `${name}_is_planned` as const,
  );
}

async function readSearches(db: Db, transaction_id: string): Promise<FirmNewsFacts["searches"]> {
  const searches = await db
    .selectFrom("searches")
    .select(["product_id", "status"])
    .distinctOn("product_id")
    .where("transaction_id", "=", transaction_id)
    .orderBy("product_id")
    .orderBy("created_at", "desc")
    .execute();
  const back = searches.filter(({ status }) => status === "complete");
  return { back: back.map(({ product_id }) => productName(product_id)), ordered: searches.length };
}
