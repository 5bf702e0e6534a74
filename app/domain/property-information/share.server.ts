/** Staff share the confirmed answers with the buyer’s solicitor and the seller’s estate agent. */

import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { primaryValuer } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readSideSolicitor } from "#app/domain/transactions/side-solicitor.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { PROPERTY_INFORMATION_EMAILS } from "./emails.ts";
import { readPropertyInformation } from "./read-property-information.server.ts";

/** Firms that staff can share the answers with. */
const SHARE_RECIPIENTS = ["buyer_solicitor", "estate_agent"] as const;
type ShareRecipient = (typeof SHARE_RECIPIENTS)[number];

export function isShareRecipient(text: string): text is ShareRecipient {
  return SHARE_RECIPIENTS.some((recipient) => recipient === text);
}

type Firm = {
  /** Name of the firm and of the person who gets the email. */
  name: string;
  email: string;
  cc: string[];
  purchase_intent_id: string | null;
  lawyer_group_id: string | null;
  estate_agent_id: string | null;
};

/**
 * Returns the firm that would get the answers, or the reason why staff cannot share them yet.
 * @throws NotFoundError
 */
export async function planShare(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, recipient }: { transaction_id: string; recipient: ShareRecipient },
): Promise<{ firm: Firm | null; refusal: string | null; last_share_id: string | null }> {
  const info = await readPropertyInformation(db, reader, transaction_id);
  const last = await db
    .selectFrom("property_information_shares")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("recipient", "=", recipient)
    .orderBy("shared_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const last_share_id = last?.id ?? null;
  const refused = (refusal: string) => ({ firm: null, refusal, last_share_id });
  if (info.confirmed_at === null)
    return refused("The sellers haven’t confirmed their answers yet.");
  if (info.share_agreed_at === null) {
    return refused("The sellers haven’t agreed to share their answers.");
  }
  const firm =
    recipient === "buyer_solicitor"
      ? await readBuyersSolicitor(db, transaction_id)
      : await readEstateAgent(db, transaction_id);
  return firm ? { firm, refusal: null, last_share_id } : refused(NO_FIRM[recipient]);
}

const NO_FIRM: Record<ShareRecipient, string> = {
  buyer_solicitor: "The active buyer has no solicitor with an email address.",
  estate_agent: "This matter has no estate agent with a primary valuer.",
};

async function readBuyersSolicitor(db: Db, transaction_id: string): Promise<Firm | null> {
  const solicitor = await readSideSolicitor(db, { transaction_id, side: "buyer" });
  return solicitor && { ...solicitor, estate_agent_id: null };
}

async function readEstateAgent(db: Db, transaction_id: string): Promise<Firm | null> {
  const agent = await db
    .selectFrom("transactions")
    .innerJoin("estate_agents", "estate_agents.id", "transactions.estate_agent_id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["estate_agents.id", "estate_agents.office_name", "brands.brand_name"])
    .select(primaryValuer().as("valuer"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirst();
  if (!agent?.valuer?.email) return null;
  return {
    name: `${fullName(agent.valuer)}, ${agentLabel(agent)}`,
    email: agent.valuer.email,
    cc: [],
    purchase_intent_id: null,
    lawyer_group_id: null,
    estate_agent_id: agent.id,
  };
}

/** The recipient and the last share to them, as the confirmation page showed them. */
type Confirmed = { email: string; last_share_id: string | null };

/**
 * Emails the answers to a firm as staff confirmed it, and records the share.
 * @throws NotFoundError; ConflictError if the sellers don’t agree, if the recipient has changed or
 * if someone else has shared the answers since
 */
export async function sharePropertyInformation(
  trx: Db,
  { transaction_id, recipient }: { transaction_id: string; recipient: ShareRecipient },
  { actor, confirmed }: { actor: Actor; confirmed: Confirmed },
): Promise<void> {
  await lockMatter(trx, transaction_id);
  const plan = await planShare(trx, service, { transaction_id, recipient });
  const { firm, refusal, last_share_id } = plan;
  if (!firm) throw new ConflictError(refusal ?? NO_FIRM[recipient]);
  const { name, email, purchase_intent_id, lawyer_group_id, estate_agent_id } = firm;
  requireAsConfirmed({ email, last_share_id }, confirmed, "The recipient or the last share");
  const { id: share_id } = await trx
    .insertInto("property_information_shares")
    .values({
      transaction_id,
      recipient,
      email,
      purchase_intent_id,
      lawyer_group_id,
      estate_agent_id,
      shared_by: actor.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    email: PROPERTY_INFORMATION_EMAILS.property_information_shared,
    recipient: email,
    transaction_id,
    props: { share_id },
    dedupe_key: `property_information_shared:${share_id}`,
  });
  await recordStaffEvent(trx, {
    transaction_id,
    event_name: "property_information_shared",
    comments: name,
    fields: ["property_information_shares"],
    actor,
  });
}

/** Lists the firms that have been sent a matter’s answers, newest first, for staff. */
export async function listShares(db: Db, reader: StaffReader, transaction_id: string) {
  const shares = await db
    .selectFrom("property_information_shares as share")
    .select(["share.id", "share.recipient", "share.email", "share.shared_at"])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("users")
          .select(["users.first_name", "users.last_name"])
          .whereRef("users.id", "=", "share.shared_by"),
      )
        .$notNull()
        .as("shared_by"),
    ])
    .where("share.transaction_id", "=", transaction_id)
    .orderBy("share.shared_at", "desc")
    .orderBy("share.id", "desc")
    .limit(50)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return shares;
}
