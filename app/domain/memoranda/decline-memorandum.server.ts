/** Staff decline an agent’s memorandum of sale, with a reason that the agent reads. */

import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, EmailNotNeededError, NotFoundError } from "#app/domain/errors.ts";
import { primaryValuer } from "#app/domain/estate-agents/agent-queries.server.ts";
import { worksAtOfficeSql } from "#app/domain/estate-agents/office-people.server.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { addressLine, streetLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { freeText, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { lockMatter, requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";

/** Maximum number of characters of a reason. */
const MAX_REASON = 2_000;

/** Form with which staff decline a memorandum. */
export const DeclineMemorandumForm = z.object({
  reason: freeText("Enter the reason", tooManyCharacters(MAX_REASON), {
    max: MAX_REASON,
    read: staffTextLines,
  }),
});

/** Email to the agent after staff have declined their memorandum. */
export const memorandumDeclinedEmail = queuedEmail(
  "memorandum_declined",
  z.object({ memorandum_id: z.string() }),
);

type Place = { transaction_id: string; memorandum_id: string };

/**
 * Selects a memorandum with the address that an email about it goes to: that of the person who sent
 * it or, if they have left, the primary valuer’s. Null if the office is no longer the sale’s agent.
 */
function selectMemorandum(db: Db, { transaction_id, memorandum_id }: Place) {
  return db
    .selectFrom("memoranda")
    .innerJoin("transactions", "transactions.id", "memoranda.transaction_id")
    .innerJoin("estate_agents", "estate_agents.id", "memoranda.estate_agent_id")
    .select(["memoranda.status", "memoranda.reason", "memoranda.sent_by"])
    .select(primaryValuer().as("valuer"))
    .select((eb) =>
      eb
        .case()
        .when(worksAtOfficeSql("memoranda.estate_agent_id", sql.ref("memoranda.sent_email")))
        .then(eb.ref("memoranda.sent_email"))
        .end()
        .as("sender"),
    )
    .select(
      sql<boolean>`transactions.estate_agent_id = memoranda.estate_agent_id`.as("is_still_agent"),
    )
    .where("memoranda.id", "=", isObjectId(memorandum_id) ? memorandum_id : null)
    .where("memoranda.transaction_id", "=", transaction_id);
}

const memorandumNotFound = () => new NotFoundError("Memorandum not found");

/**
 * Reads a memorandum and who is emailed if staff decline it.
 * @throws NotFoundError
 */
export async function readMemorandumToDecline(db: Db, reader: StaffReader, place: Place) {
  requireTransactionId(place.transaction_id);
  const found = await selectMemorandum(db, place).executeTakeFirstOrThrow(memorandumNotFound);
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return { sent_by: found.sent_by, recipient: recipientOf(found) };
}

function recipientOf({
  sender,
  valuer,
  is_still_agent,
}: {
  sender: string | null;
  valuer: { email: string | null } | null;
  is_still_agent: boolean | null;
}): string | null {
  return is_still_agent ? (sender ?? valuer?.email ?? null) : null;
}

/**
 * Declines a memorandum and emails the agent. Repeated with the same reason, it changes nothing.
 * @throws NotFoundError; ConflictError if staff have decided since
 */
export async function declineMemorandum(
  trx: Db,
  { actor, reason, ...place }: Place & { actor: Actor; reason: string },
): Promise<void> {
  const { transaction_id, memorandum_id } = place;
  await lockMatter(trx, transaction_id);
  const found = await selectMemorandum(trx, place).executeTakeFirstOrThrow(memorandumNotFound);
  if (found.status === "declined" && found.reason === reason) return;
  if (found.status !== "sent") {
    throw new ConflictError("A colleague has decided about this memorandum. Check the matter");
  }
  await trx
    .updateTable("memoranda")
    .set({ status: "declined", reason, decided_by: actor.id, decided_at: sql`now()` })
    .where("id", "=", memorandum_id)
    .where("transaction_id", "=", transaction_id)
    .execute();
  await recordStaffEvent(trx, {
    actor,
    transaction_id,
    event_name: "memorandum_declined",
    comments: reason,
    fields: ["reason"],
  });
  const recipient = recipientOf(found);
  if (recipient === null) return;
  await queueEmail(trx, {
    email: memorandumDeclinedEmail,
    recipient,
    transaction_id,
    props: { memorandum_id },
  });
}

/**
 * Returns the content of the email about a declined memorandum.
 * @throws EmailNotNeededError if the office is no longer the sale’s agent
 */
export async function readMemorandumDeclined(db: Db, { memorandum_id }: { memorandum_id: string }) {
  const { address, reason, transaction_id, estate_agent_id } = await db
    .selectFrom("memoranda")
    .innerJoin("transactions", (join) =>
      join
        .onRef("transactions.id", "=", "memoranda.transaction_id")
        .onRef("transactions.estate_agent_id", "=", "memoranda.estate_agent_id"),
    )
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["memoranda.reason", "memoranda.transaction_id", "memoranda.estate_agent_id"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("memoranda.id", "=", memorandum_id)
    .where("memoranda.status", "=", "declined")
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  return {
    property: addressLine(address),
    street: streetLine(address),
    reason: reason ?? "",
    page: siteUrl(paths.agent.sale(estate_agent_id, transaction_id)),
  };
}
