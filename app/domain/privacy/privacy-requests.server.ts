/**
 * Customers can request the erasure of their data and can withdraw the request. Staff confirm or
 * refuse it.
 */

import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { CustomerAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit, recordCustomerAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, EmailNotNeededError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { freeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queuedJob } from "#app/queue/job.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { closeAccount } from "./erase-rows.server.ts";
import { erasureRefusalToday } from "./erasure-answer.ts";
import { planErasure } from "./erasure-plan.server.ts";

export const erasureRequestedEmail = queuedEmail(
  "erasure_requested",
  z.object({ privacy_request_id: z.string() }),
);
export const erasureAcknowledgedEmail = queuedEmail(
  "erasure_acknowledged",
  z.object({ privacy_request_id: z.string() }),
);
export const erasureBegunEmail = queuedEmail("erasure_begun", z.object({}));
export const erasureRefusedEmail = queuedEmail(
  "erasure_refused",
  z.object({ privacy_request_id: z.string() }),
);

export const erasePersonJob = queuedJob(
  "erase-person",
  z.object({ privacy_request_id: z.string() }),
);

const UNDER_WAY =
  "A sale or purchase is still in progress. Data can only be deleted once it has completed or fallen through.";
const DECIDED = "This request has already been resolved.";

/**
 * Stores an erasure request and emails the team and the customer. Returns false if the customer
 * already has an open request.
 */
export async function requestErasure(trx: Db, user_id: string): Promise<boolean> {
  const made = await trx
    .insertInto("privacy_requests")
    .values({ user_id })
    .onConflict((conflict) =>
      conflict.column("user_id").where("status", "in", ["open", "erasing"]).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (!made) return false;
  await recordCustomerAudit(trx, {
    customer_id: user_id,
    action: "erasure_requested" satisfies CustomerAction,
    subject: { type: "user", id: user_id },
  });
  await queueEmail(trx, {
    email: erasureRequestedEmail,
    recipient: env.TEAM_EMAIL,
    props: { privacy_request_id: made.id },
    dedupe_key: `erasure_requested:${made.id}`,
  });
  const { email } = await trx
    .selectFrom("users")
    .select("email")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await queueEmail(trx, {
    email: erasureAcknowledgedEmail,
    recipient: email,
    user_id,
    props: { privacy_request_id: made.id },
    dedupe_key: `erasure_acknowledged:${made.id}`,
  });
  return true;
}

/** Withdraws a person’s own erasure request. @throws ConflictError if they have no open request */
export async function withdrawErasure(trx: Db, user_id: string): Promise<void> {
  const withdrawn = await trx
    .updateTable("privacy_requests")
    .set({ status: "withdrawn", decided_at: sql`now()` })
    .where("user_id", "=", user_id)
    .where("status", "=", "open")
    .returning("id")
    .executeTakeFirst();
  if (!withdrawn) throw new ConflictError(DECIDED);
  await recordCustomerAudit(trx, {
    customer_id: user_id,
    action: "erasure_withdrawn" satisfies CustomerAction,
    subject: { type: "user", id: user_id },
  });
}

/**
 * Returns the content of the team’s email about a new erasure request, without names.
 * @throws NotFoundError
 */
export async function readRequestEmail(
  db: Db,
  { privacy_request_id }: { privacy_request_id: string },
): Promise<{ answer_by: string; page: string }> {
  const { answer_by } = await db
    .selectFrom("privacy_requests")
    .select(sql<Date>`created_at + interval '1 month'`.as("answer_by"))
    .where("id", "=", privacy_request_id)
    .executeTakeFirstOrThrow(requestNotFound);
  const today = londonDay(new Date());
  return {
    answer_by: sentenceDate(answer_by, today),
    page: siteUrl(paths.admin.privacyRequests()),
  };
}

/**
 * Returns the content of the email that acknowledges an erasure request.
 * @throws EmailNotNeededError if the request is resolved or withdrawn
 */
export async function readAcknowledgement(
  db: Db,
  { privacy_request_id }: { privacy_request_id: string },
) {
  const request = await db
    .selectFrom("privacy_requests")
    .innerJoin("users", "users.id", "privacy_requests.user_id")
    .select(["user_id", "first_name"])
    .select(sql<Date>`privacy_requests.created_at + interval '1 month'`.as("answer_by"))
    .where("privacy_requests.id", "=", privacy_request_id)
    .where("status", "=", "open")
    .executeTakeFirst();
  if (!request) throw new EmailNotNeededError();
  const { under_way } = await planErasure(db, service.of(request.user_id));
  return {
    first_name: request.first_name,
    answer_by: sentenceDate(request.answer_by, londonDay(new Date())),
    not_yet: erasureRefusalToday(under_way),
    page: siteUrl(paths.yourData.page()),
  };
}

/** Reads a person’s own last erasure request, or null. */
export async function readOwnRequest(db: Db, user_id: ReaderId) {
  const row = await db
    .selectFrom("privacy_requests")
    .select(["status", "reason", "created_at", "decided_at"])
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const MAX_LISTED = 200;

/** Lists erasure requests, open ones first, then newest first. */
export async function listRequests(db: Db, reader: StaffReader<"handle_privacy">) {
  const rows = await requests(db)
    .orderBy(sql`privacy_requests.status <> 'open'`)
    .orderBy("privacy_requests.created_at", "desc")
    .limit(MAX_LISTED)
    .execute();
  await reader.recordView({ list: "privacy_requests" });
  return rows;
}

function requests(db: Db) {
  return db
    .selectFrom("privacy_requests")
    .innerJoin("users", "users.id", "privacy_requests.user_id")
    .select(["privacy_requests.id", "privacy_requests.user_id", "status", "reason"])
    .select(["privacy_requests.created_at", "decided_at"])
    .select(["first_name", "middle_name", "last_name", "email"]);
}

/**
 * Reads an erasure request with its plan and any reason against the erasure, for staff.
 * @throws NotFoundError
 */
export async function readRequest(db: Db, reader: StaffReader | ServiceReader, id: string) {
  if (!isObjectId(id)) throw requestNotFound();
  const request = await requests(db)
    .where("privacy_requests.id", "=", id)
    .executeTakeFirstOrThrow(requestNotFound);
  const plan = await planErasure(db, service.of(request.user_id));
  const refusal = request.status === "open" ? null : DECIDED;
  await reader.recordView({ list: "privacy_requests" });
  return { ...request, ...plan, not_yet: erasureRefusalToday(plan.under_way), refusal };
}

function requestNotFound(): NotFoundError {
  return new NotFoundError("Request not found");
}

/**
 * Confirms an erasure: ends the person’s sessions, sends them a last email and queues the job that
 * erases the data.
 * @throws ConflictError if the request is already resolved, a matter is in progress, or the plan
 * that staff `confirmed` has changed
 */
export async function carryOutErasure(
  trx: Db,
  { id, actor, confirmed }: { id: string; actor: Actor; confirmed: { keeps: string } },
): Promise<void> {
  const { user_id, email } = await lockOpenRequest(trx, id);
  const { under_way, keeps } = await planErasure(trx, service.of(user_id));
  if (under_way.length > 0) throw new ConflictError(UNDER_WAY);
  requireAsConfirmed({ keeps: JSON.stringify(keeps) }, confirmed, "The list of data we must keep");
  await decide(trx, { id, user_id, actor, status: "erasing", reason: null });
  await closeAccount(trx, user_id);
  await queueEmail(trx, {
    email: erasureBegunEmail,
    recipient: email,
    props: {},
    dedupe_key: `erasure_begun:${id}`,
  });
  await enqueue(trx, erasePersonJob, { privacy_request_id: id });
}

/** Form with the reason for a refusal, which is emailed to the customer. */
export const RefusalForm = z.object({
  reason: freeText(
    "Enter the reason. We’ll email it to the customer as you write it",
    "Enter at most 2,000 characters",
    {
      max: 2_000,
      read: staffTextLine,
    },
  ),
});

/**
 * Refuses an erasure request and emails the customer.
 * @throws ConflictError if the request is already resolved
 */
export async function refuseErasure(
  trx: Db,
  { reason }: { reason: string },
  { actor }: { actor: Actor },
  id: string,
): Promise<void> {
  const { user_id, email } = await lockOpenRequest(trx, id);
  await decide(trx, { id, user_id, actor, status: "refused", reason });
  await queueEmail(trx, {
    email: erasureRefusedEmail,
    recipient: email,
    user_id,
    props: { privacy_request_id: id },
    dedupe_key: `erasure_refused:${id}`,
  });
}

async function lockOpenRequest(trx: Db, id: string) {
  const request = await trx
    .selectFrom("privacy_requests")
    .innerJoin("users", "users.id", "privacy_requests.user_id")
    .select(["privacy_requests.user_id", "status", "email"])
    .where("privacy_requests.id", "=", isObjectId(id) ? id : "")
    .forUpdate("privacy_requests")
    .executeTakeFirstOrThrow(requestNotFound);
  if (request.status !== "open") throw new ConflictError(DECIDED);
  return request;
}

async function decide(
  trx: Db,
  {
    id,
    user_id,
    actor,
    ...decision
  }: {
    id: string;
    user_id: string;
    actor: Actor;
    status: "erasing" | "refused";
    reason: string | null;
  },
) {
  await trx
    .updateTable("privacy_requests")
    .set({ ...decision, decided_at: sql`now()`, decided_by: actor.id })
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, {
    actor,
    action: decision.status === "refused" ? "erasure_refused" : "erasure_carried_out",
    subject: { type: "user", id: user_id },
  });
}

/**
 * Returns the content of the email about a refused erasure.
 * @throws NotFoundError if the request was deleted
 */
export async function readRefusalEmail(
  db: Db,
  { privacy_request_id }: { privacy_request_id: string },
): Promise<{ first_name: string; reason: string }> {
  const { first_name, reason } = await db
    .selectFrom("privacy_requests")
    .innerJoin("users", "users.id", "privacy_requests.user_id")
    .select(["first_name", "reason"])
    .where("privacy_requests.id", "=", privacy_request_id)
    .executeTakeFirstOrThrow(requestNotFound);
  if (reason === null) throw requestNotFound();
  return { first_name, reason };
}
