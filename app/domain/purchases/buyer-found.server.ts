import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { readLastTime, recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { activeElseNewest, selectBuyers } from "#app/domain/transactions/matter-parts.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

export const buyerFoundEmail = queuedEmail(
  "buyer_found",
  z.object({ purchase_intent_id: z.string() }),
);

const SENT = "buyer_found_email_sent";

const eb = expressionBuilder<DB, "transactions">();

export type BuyerFound = Awaited<ReturnType<typeof readBuyerFound>>;

/**
 * Plans the email about a matter’s active buyer. If there is none, it is about the newest buyer who
 * has accepted the terms (AMB-K06). `refusal` is the reason why the email cannot be sent, or null
 * (K-078).
 * @throws NotFoundError
 */
export async function readBuyerFound(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  const matter = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select([purchaseToTell().as("purchase"), lawyers().as("lawyers"), agents().as("agents")])
    .select([lastFailures().as("failures"), "transactions.ended_on"])
    .executeTakeFirstOrThrow(transactionNotFound);
  const { purchase, lawyers: solicitors, agents: agent, failures } = matter;
  const part = {
    purchase,
    recipients: distinct([...solicitors, ...agent]),
    /** True if no one at the estate agent has an email address (K-082). */
    without_agent: distinct(agent).length === 0,
    last_sent_at: await readLastTime(db, transaction_id, SENT),
    failed: failures.map(({ recipient }) => recipient),
    refusal: refusal({
      hasEnded: matter.ended_on !== null,
      hasLawyers: solicitors.length > 0,
      hasPurchase: purchase !== null,
    }),
  };
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return part;
}

function refusal(matter: {
  hasEnded: boolean;
  hasLawyers: boolean;
  hasPurchase: boolean;
}): string | null {
  if (matter.hasEnded) return "This matter has ended.";
  if (!matter.hasLawyers) return "Assign a solicitor on the buyer or seller side first.";
  if (!matter.hasPurchase) return "No buyer has accepted the terms and conditions yet.";
  return null;
}

/** Returns each email address once. Upper and lower case count as the same, as in the database. */
function distinct(people: readonly { email: string | null }[]): string[] {
  const byAddress = new Map(
    people.flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : [])),
  );
  return [...byAddress.values()];
}

function purchaseToTell() {
  return jsonObjectFrom(
    eb
      .selectFrom("purchase_intents")
      .select(["purchase_intents.id", "purchase_intents.agreed_price_pounds"])
      .select("purchase_intents.is_active")
      .select(selectBuyers().as("buyers"))
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .where("purchase_intents.terms_accepted_at", "is not", null)
      .where((or) => or.or([or("is_active", "=", true), or("aborted", "is", null)]))
      .$call(activeElseNewest)
      .limit(1),
  );
}

function lawyers() {
  return jsonArrayFrom(
    eb
      .selectFrom("lawyer_group_members as member")
      .select("member.email")
      .where((or) =>
        or.or([
          or("member.lawyer_group_id", "=", or.ref("transactions.seller_lawyer_group_id")),
          or("member.lawyer_group_id", "=", or.ref("transactions.buyer_lawyer_group_id")),
        ]),
      )
      .orderBy(sql`member.lawyer_group_id is not distinct from seller_lawyer_group_id`, "desc")
      .orderBy(sql`member.kind = 'solicitor'`, "desc")
      .orderBy("member.position")
      .orderBy("member.id"),
  );
}

function agents() {
  const valuer = eb
    .selectFrom("valuers")
    .select(["email", sql<number>`0`.as("place"), "created_at", "id"])
    .whereRef("valuers.estate_agent_id", "=", "transactions.estate_agent_id")
    .where("primary_valuer", "=", true);
  const negotiators = eb
    .selectFrom("negotiators")
    .select(["email", sql<number>`1`.as("place"), "created_at", "id"])
    .whereRef("negotiators.estate_agent_id", "=", "transactions.estate_agent_id");
  return jsonArrayFrom(
    eb
      .selectFrom(valuer.unionAll(negotiators).as("agent"))
      .select("agent.email")
      .orderBy("place")
      .orderBy("created_at")
      .orderBy("id"),
  );
}

/**
 * Selects the recipients who did not get the last email. Emails that were sent together have the
 * same `created_at`, because they are queued in one database transaction.
 */
function lastFailures() {
  return jsonArrayFrom(
    eb
      .selectFrom("email_log")
      .select("email_log.recipient")
      .whereRef("email_log.transaction_id", "=", "transactions.id")
      .where("email_log.name", "=", "buyer_found")
      .where("email_log.status", "=", "failed")
      .where("email_log.created_at", "=", (last) =>
        last
          .selectFrom("email_log as latest")
          .select((latest) => latest.fn.max("latest.created_at").as("at"))
          .whereRef("latest.transaction_id", "=", "transactions.id")
          .where("latest.name", "=", "buyer_found"),
      )
      .orderBy("email_log.recipient"),
  );
}

/** The plan that the confirmation page showed. If the plan has changed since, nothing is sent. */
type Confirmed = {
  purchase_intent_id: string;
  recipients: readonly string[];
  /** Time when the email was last sent, as an ISO timestamp. */
  last_sent_at: string | null;
};

/**
 * Emails the solicitors and the estate agent about the buyer (K-077 to K-079, K-082, AMB-K06).
 * Staff can send it again. `without_agent` is true if no one at the estate agent gets the email.
 * @throws NotFoundError; ConflictError if the email cannot be sent or the plan has changed
 */
export async function sendBuyerFound(
  db: Db,
  transaction_id: string,
  { actor, ...confirmed }: Confirmed & { actor: Actor },
): Promise<{ without_agent: boolean }> {
  return inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    const found = await readBuyerFound(trx, service, transaction_id);
    if (found.refusal) throw new ConflictError(found.refusal);
    const { purchase, recipients, last_sent_at } = found;
    requireAsConfirmed(
      { purchase_intent_id: purchase?.id, recipients, last_sent_at },
      confirmed,
      "The buyer, the list of recipients or the time of the last email",
    );
    const { purchase_intent_id } = confirmed;
    for (const recipient of recipients) {
      const props = { purchase_intent_id };
      await queueEmail(trx, { email: buyerFoundEmail, recipient, transaction_id, props });
    }
    await recordStaffEvent(trx, { actor, transaction_id, purchase_intent_id, event_name: SENT });
    return { without_agent: found.without_agent };
  });
}
