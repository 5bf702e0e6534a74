import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError, EmailNotNeededError } from "#app/domain/errors.ts";
import { readEstateAgent } from "#app/domain/estate-agents/estate-agents.server.ts";
import { agentFullName } from "#app/domain/estate-agents/labels.ts";
import type { IdentityCheckSettings } from "#app/domain/estate-agents/parts.ts";
import { readLastTime, recordStaffEvent } from "#app/domain/events/events.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { addressWithoutLinks, nameWithoutLinks } from "#app/domain/shared/strip-links.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { selectBuyers } from "#app/domain/transactions/matter-parts.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { solicitorsMissing } from "./check-status.ts";
import { findSide, type MatterChecks, readMatterChecks } from "./read-checks.server.ts";

/** Emails that ask an estate agent's office to conduct ID checks (N-001 to N-006, AMB-N07). */

export const thirdfortRequestSellersEmail = queuedEmail(
  "thirdfort_request_sellers",
  z.object({ transaction_id: z.string() }),
);
export const thirdfortRequestBuyersEmail = queuedEmail(
  "thirdfort_request_buyers",
  z.object({ transaction_id: z.string(), purchase_intent_id: z.string() }),
);
export const giftorIdCheckEmail = queuedEmail(
  "giftor_id_check",
  z.object({ party_id: z.string() }),
);

export type RequestSide = "seller" | "buyer";

const SIDES = {
  seller: {
    email: thirdfortRequestSellersEmail,
    event: "thirdfort_seller_request_email_sent",
    people: "sellers",
  },
  buyer: {
    email: thirdfortRequestBuyersEmail,
    event: "thirdfort_buyer_request_email_sent",
    people: "buyers and giftors",
  },
} as const;

export type ConductingAgent = NonNullable<Awaited<ReturnType<typeof readConductingAgent>>>;

/**
 * Returns the estate agent who conducts the ID checks of a matter and, for each side, the reason if
 * its checks cannot be requested. Returns null if the agent does not conduct checks (N-001).
 */
export async function readConductingAgent(db: Db, matter: MatterChecks) {
  if (!matter.estate_agent_id) return null;
  const { brand_name, office, checks } = await readEstateAgent(db, matter.estate_agent_id);
  const sides = (["seller", "buyer"] as const)
    .filter((side) => conducts(checks, side))
    .map((side) => ({ side, people: SIDES[side].people, refusal: refusal(matter, checks, side) }));
  if (sides.length === 0) return null;
  return {
    name: agentFullName({ brand_name, office_name: office.office_name }),
    recipients: checks.thirdfort_requester_emails,
    receives: {
      seller: checks.receives_seller_thirdfort_checks,
      buyer: checks.receives_buyer_thirdfort_checks,
    },
    sides,
  };
}

function conducts(checks: IdentityCheckSettings, side: RequestSide) {
  return side === "seller"
    ? checks.requests_seller_thirdfort_checks
    : checks.requests_buyer_thirdfort_checks;
}

/** Returns why we cannot email the office; null if we can (N-004, N-005, AMB-N03). */
function refusal(
  matter: MatterChecks,
  checks: IdentityCheckSettings,
  side: RequestSide,
): string | null {
  if (!matter.solicitors[side]) return solicitorsMissing(side);
  if (!findSide(matter, side)) return "There is no purchase intent yet.";
  if (checks.thirdfort_requester_emails.length > 0) return null;
  return "The estate agent has no requester emails.";
}

/**
 * Returns the request that asks the office for one side's checks.
 * @throws NotFoundError, also if the office does not conduct that side's checks
 */
export async function readChecksRequest(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
  side: RequestSide,
) {
  const matter = await readMatterChecks(db, reader, transaction_id);
  const agent = await readConductingAgent(db, matter);
  const asked = agent?.sides.find((each) => each.side === side);
  if (!agent || !asked) {
    throw new NotFoundError(`The estate agent doesn’t conduct checks on ${SIDES[side].people}.`);
  }
  const group = findSide(matter, side);
  return {
    ...asked,
    agent: agent.name,
    recipients: agent.recipients,
    people: group?.people ?? [],
    purchase_intent_id: group?.purchase?.id ?? null,
    last_sent_at: await readLastTime(db, transaction_id, SIDES[side].event),
  };
}

type Confirmed = { recipients: readonly string[]; last_sent_at: string | null };

/**
 * Emails the office to request one side's checks. The request can be repeated (N-006).
 * @param request.last_sent_at ISO 8601 time of the last request, as the confirmation page showed it
 * @throws NotFoundError; ConflictError if the request cannot be sent or differs from the confirmed
 * one
 */
export async function requestChecks(
  db: Db,
  transaction_id: string,
  request: Confirmed & { actor: Actor; side: RequestSide },
): Promise<void> {
  const { actor, side } = request;
  await inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    const now = await readChecksRequest(trx, service, transaction_id, side);
    if (now.refusal) throw new ConflictError(now.refusal);
    const { recipients, last_sent_at, purchase_intent_id } = now;
    requireAsConfirmed(
      { recipients, last_sent_at },
      { recipients: request.recipients, last_sent_at: request.last_sent_at },
      "The list of recipients or the time of the last email",
    );
    for (const recipient of recipients) {
      if (side === "seller") {
        const props = { transaction_id };
        await queueEmail(trx, { email: SIDES.seller.email, recipient, transaction_id, props });
      } else if (purchase_intent_id) {
        const props = { transaction_id, purchase_intent_id };
        await queueEmail(trx, { email: SIDES.buyer.email, recipient, transaction_id, props });
      }
    }
    // Email each giftor only once, even if the request is repeated.
    const order_key = `office-of-${transaction_id}`;
    for (const person of now.people)
      await queueGiftorEmail(trx, person, { transaction_id, order_key });
    await recordStaffEvent(trx, {
      actor,
      transaction_id,
      ...(side === "buyer" && purchase_intent_id && { purchase_intent_id }),
      event_name: SIDES[side].event,
    });
  });
}

/**
 * Returns the content of the email that requests checks: of the buyers and giftors of a purchase
 * or, without a purchase, of the sellers.
 * @throws NotFoundError for the matter; Error if the purchase or the agent is missing
 */
export async function readRequestEmail(
  db: Db,
  { transaction_id, purchase_intent_id }: { transaction_id: string; purchase_intent_id?: string },
) {
  const matter = await readMatterChecks(db, service, transaction_id);
  const agent = await readConductingAgent(db, matter);
  const wanted = purchase_intent_id ?? null;
  const group = matter.groups.find(({ purchase }) => (purchase?.id ?? null) === wanted);
  if (!group || !agent)
    throw new Error("The purchase or the estate agent of this email no longer exists");
  const side = wanted === null ? "seller" : "buyer";
  return {
    office: agent.name,
    property: addressLine(matter.address),
    file_reference: matter.id,
    recipient_emails: matter.solicitors[side]?.recipients ?? [],
    receives_results: agent.receives[side],
    people: group.people.map((person) => ({
      role: person.person_type,
      name: fullName(person),
      email: person.email,
      phone: person.phone_number,
    })),
  };
}

/**
 * Queues an email that tells a giftor about the ID check before Thirdfort contacts them. Queues it
 * only once per order. Call it in the database transaction that orders or requests the check.
 * @param person person of any type; only a giftor is emailed
 * @param order_key key of the order, or of the request to the office
 */
export async function queueGiftorEmail(
  trx: Db,
  person: { person_id: string; person_type: string; email: string },
  { transaction_id, order_key }: { transaction_id: string; order_key: string },
): Promise<void> {
  const { person_id: party_id, person_type, email: recipient } = person;
  if (person_type !== "giftor") return;
  await queueEmail(trx, {
    email: giftorIdCheckEmail,
    recipient,
    transaction_id,
    props: { party_id },
    dedupe_key: `giftor_id_check:${order_key}:${party_id}`,
  });
}

/**
 * Returns the content of the email to a giftor. Leaves out names and addresses that look like
 * links, as readNamed does (SE-6).
 * @throws EmailNotNeededError if the giftor was removed
 */
export async function readGiftorIdCheck(db: Db, { party_id }: { party_id: string }) {
  const { first_name, buyers, address, complete } = await db
    .selectFrom("parties")
    .innerJoin("purchase_intents", "purchase_intents.id", "parties.purchase_intent_id")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .where("parties.id", "=", party_id)
    .where("parties.kind", "=", "giftor")
    .select("parties.first_name")
    .select([
      selectBuyers().as("buyers"),
      selectAddress("properties.address_id").$notNull().as("address"),
      purchaseIsCompleteSql().as("complete"),
    ])
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const names = buyers.slice(0, 2).flatMap((buyer) => nameWithoutLinks(buyer) ?? []);
  return {
    first_name: nameWithoutLinks({ first_name, last_name: null }),
    buyers: names.join(" and ") || null,
    property: addressWithoutLinks(address),
    sign_in: complete ? siteUrl(paths.signIn()) : null,
  };
}
