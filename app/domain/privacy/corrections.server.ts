/**
 * Customers can ask for a correction of their data (article 16 of the UK GDPR). Staff answer these
 * requests.
 */

import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { CustomerAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit, recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { freeText, freeTextLines, staffTextLines } from "#app/domain/shared/free-text.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";

export const correctionRequestedEmail = queuedEmail(
  "correction_requested",
  z.object({ correction_request_id: z.string() }),
);
export const correctionAnsweredEmail = queuedEmail(
  "correction_answered",
  z.object({ correction_request_id: z.string() }),
);

const MAX_LETTERS = 2_000;

export const CorrectionForm = z.object({
  request_text: freeText(
    "Tell us what’s wrong and what it should be",
    "Enter at most 2,000 characters",
    {
      max: MAX_LETTERS,
      read: freeTextLines,
    },
  ),
  form_key: z.string().default(""),
});

/** Form with the outcome of a request and the answer that is emailed to the customer. */
export const CorrectionAnswerForm = z.object({
  outcome: z.enum(["corrected", "refused"], { error: "Choose whether you corrected the data" }),
  answer: freeText(
    "Enter your answer. We’ll email it to the customer as you write it",
    "Enter at most 2,000 characters",
    { max: MAX_LETTERS, read: staffTextLines },
  ),
});

/**
 * Stores a correction request and emails the team. Returns false if the person already has an open
 * request.
 */
export async function requestCorrection(
  trx: Db,
  { user_id, request_text }: { user_id: string; request_text: string },
): Promise<boolean> {
  const made = await trx
    .insertInto("correction_requests")
    .values({ user_id, request_text })
    .onConflict((conflict) => conflict.column("user_id").where("status", "=", "open").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return false;
  await recordCustomerAudit(trx, {
    customer_id: user_id,
    action: "correction_requested" satisfies CustomerAction,
    subject: { type: "user", id: user_id },
  });
  await queueEmail(trx, {
    email: correctionRequestedEmail,
    recipient: env.TEAM_EMAIL,
    props: { correction_request_id: made.id },
    dedupe_key: `correction_requested:${made.id}`,
  });
  return true;
}

/** Returns the person’s own last correction request, or null. */
export async function readOwnCorrection(db: Db, user_id: ReaderId) {
  const row = await db
    .selectFrom("correction_requests")
    .select(["status", "request_text", "answer", "created_at"])
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const MAX_LISTED = 200;

/** Lists correction requests, open ones first, then newest first. */
export async function listCorrections(db: Db, reader: StaffReader<"handle_privacy">) {
  const rows = await corrections(db)
    .orderBy(sql`correction_requests.status <> 'open'`)
    .orderBy("correction_requests.created_at", "desc")
    .limit(MAX_LISTED)
    .execute();
  await reader.recordView({ list: "privacy_requests" });
  return rows;
}

function corrections(db: Db) {
  return db
    .selectFrom("correction_requests")
    .innerJoin("users", "users.id", "correction_requests.user_id")
    .select(["correction_requests.id", "user_id", "status", "request_text", "answer", "decided_at"])
    .select(["correction_requests.created_at", "first_name", "middle_name", "last_name"]);
}

/**
 * Reads an open correction request, for staff.
 * @throws NotFoundError; ConflictError if it has already been answered
 */
export async function readOpenCorrection(db: Db, reader: StaffReader | ServiceReader, id: string) {
  if (!isObjectId(id)) throw correctionNotFound();
  const request = await corrections(db)
    .where("correction_requests.id", "=", id)
    .executeTakeFirstOrThrow(correctionNotFound);
  if (request.status !== "open") throw answeredAlready();
  await reader.recordView({ list: "privacy_requests" });
  return request;
}

const answeredAlready = () => new ConflictError("This request has already been answered.");
const correctionNotFound = () => new NotFoundError("Request not found");

/**
 * Answers a correction request and emails the customer. Staff correct the data before they answer.
 * @throws NotFoundError; ConflictError if the request has already been answered
 */
export async function answerCorrection(
  trx: Db,
  { outcome, answer }: z.output<typeof CorrectionAnswerForm>,
  { actor }: { actor: Actor },
  id: string,
): Promise<void> {
  const request = await trx
    .updateTable("correction_requests")
    .set({ status: outcome, answer, decided_at: sql`now()`, decided_by: actor.id })
    .where("id", "=", isObjectId(id) ? id : "")
    .where("status", "=", "open")
    .returning("user_id")
    .executeTakeFirst();
  if (!request) throw answeredAlready();
  const { user_id } = request;
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    actor,
    action: "correction_answered",
    subject: { type: "user", id: user_id },
  });
  await queueEmail(trx, {
    email: correctionAnsweredEmail,
    recipient: email,
    user_id,
    props: { correction_request_id: id },
    dedupe_key: `correction_answered:${id}`,
  });
}

/**
 * Returns the content of the team’s email about a new correction request, without names.
 * @throws NotFoundError
 */
export async function readCorrectionEmail(
  db: Db,
  { correction_request_id }: { correction_request_id: string },
): Promise<{ answer_by: string; page: string }> {
  const { answer_by } = await db
    .selectFrom("correction_requests")
    .select(sql<Date>`created_at + interval '1 month'`.as("answer_by"))
    .where("id", "=", correction_request_id)
    .executeTakeFirstOrThrow(correctionNotFound);
  const today = londonDay(new Date());
  return {
    answer_by: sentenceDate(answer_by, today),
    page: siteUrl(paths.admin.privacyRequests()),
  };
}

/**
 * Returns the content of the email that answers a correction request.
 * @throws NotFoundError if the request was deleted
 */
export async function readAnswerEmail(
  db: Db,
  { correction_request_id }: { correction_request_id: string },
): Promise<{ first_name: string; corrected: boolean; answer: string }> {
  const { first_name, status, answer } = await db
    .selectFrom("correction_requests")
    .innerJoin("users", "users.id", "correction_requests.user_id")
    .select(["first_name", "status", "answer"])
    .where("correction_requests.id", "=", correction_request_id)
    .executeTakeFirstOrThrow(correctionNotFound);
  if (answer === null) throw correctionNotFound();
  return { first_name, corrected: status === "corrected", answer };
}
