/** Emails with the property information to solicitors and estate agents. */

import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { queueFirmNewsOfEvent } from "#app/domain/events/queue-firm-news.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { toOutput } from "./output.server.ts";
import { readPropertyInformation } from "./read-property-information.server.ts";

/**
 * Adds the confirmed answers to the news for the seller’s solicitor. The email contains the answers
 * of the time when it’s sent. Does nothing before the answers are confirmed, or before the seller
 * has a solicitor: assigning one calls this again.
 */
export async function queueInformationNews(trx: Db, transaction_id: string): Promise<void> {
  const confirmed = await trx
    .selectFrom("property_information")
    .select("transaction_id")
    .where("transaction_id", "=", transaction_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!confirmed) return;
  const event_name = "property_information_confirmed";
  await queueFirmNewsOfEvent(trx, { event_name, transaction_id });
}

/**
 * Returns the answers for the seller’s solicitor as they are now; null before they are confirmed.
 */
export async function readConfirmedLetter(db: Db, transaction_id: string) {
  const letter = await readLetter(db, transaction_id, "seller_solicitor");
  return letter.confirmed_at === null ? null : letter;
}

/**
 * Returns the email with which staff share the answers with a firm.
 * @throws EmailNotNeededError if the sellers no longer agree
 */
export async function readSharedLetter(db: Db, { share_id }: { share_id: string }) {
  const share = await db
    .selectFrom("property_information_shares as share")
    .innerJoin("property_information as info", "info.transaction_id", "share.transaction_id")
    .select(["share.transaction_id", "share.recipient", "share.email", "share.lawyer_group_id"])
    .select("share.estate_agent_id")
    .select((eb) =>
      eb
        .selectFrom("valuers")
        .select("valuers.first_name")
        .whereRef("valuers.estate_agent_id", "=", "share.estate_agent_id")
        .whereRef("valuers.email", "=", "share.email")
        .limit(1)
        .as("first_name"),
    )
    .where("share.id", "=", share_id)
    .where("info.share_agreed_at", "is not", null)
    .executeTakeFirst();
  if (!share) throw new EmailNotNeededError();
  const firm =
    share.lawyer_group_id === null
      ? { first_name: share.first_name, cc: [] }
      : await readFirm(db, share.lawyer_group_id);
  const { transaction_id, recipient, estate_agent_id } = share;
  return {
    ...(await readLetter(db, transaction_id, recipient)),
    ...firm,
    recipient,
    agent_page: estate_agent_id && siteUrl(paths.agent.sale(estate_agent_id, transaction_id)),
  };
}

/**
 * Returns the answers for a reader with this role; null before the sellers have confirmed them and
 * agreed to share them.
 */
export async function readAgreedInformation(
  db: Db,
  transaction_id: string,
  role: "buyer_solicitor" | "estate_agent",
) {
  const info = await readPropertyInformation(db, service, transaction_id);
  return info.confirmed_at && info.share_agreed_at ? toOutput(info, role) : null;
}

/**
 * Returns the answers for the law firm of a side: once they are confirmed for the seller’s, and
 * once the sellers agree to share them for the buyer’s. Otherwise returns null.
 */
export async function readInformationForFirm(db: Db, { transaction_id, side }: FirmReader) {
  if (side === "buyer") return readAgreedInformation(db, transaction_id, "buyer_solicitor");
  const info = await readPropertyInformation(db, service, transaction_id);
  return info.confirmed_at ? toOutput(info, "seller_solicitor") : null;
}

async function readFirm(db: Db, lawyer_group_id: string) {
  const { solicitor, legal_assistants } = await readLawyerGroup(db, lawyer_group_id);
  return {
    first_name: solicitor?.first_name ?? null,
    cc: legal_assistants.map(({ email }) => email),
  };
}

async function readLetter(
  db: Db,
  id: string,
  role: "seller_solicitor" | "buyer_solicitor" | "estate_agent",
) {
  const info = await readPropertyInformation(db, service, id);
  return {
    reference: formatMatterNumber(info.number),
    sellers: info.sellers.map(fullName),
    confirmed_at: info.confirmed_at?.toISOString() ?? null,
    ...toOutput(info, role),
  };
}
