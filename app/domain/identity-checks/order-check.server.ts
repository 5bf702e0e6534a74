import { setTimeout as pause } from "node:timers/promises";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { phoneForCheck } from "#app/domain/shared/phone.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  NOTHING_ORDERED,
  requireNotRestored,
} from "#app/domain/restorations/restorations.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { sendOrder, UnconfirmedOrderError } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { checkLabel, checkRefusal, checkVerb, usesOldScheme } from "./check-status.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";
import { applyThirdfortResult } from "./thirdfort-results.server.ts";
import { queueGiftorEmail } from "./office-requests.server.ts";

export type CheckPlan = Awaited<ReturnType<typeof planCheck>>;

/**
 * Returns whether staff can order, abort or reorder a person's check, and what that would do (N-019
 * to N-022).
 * @returns `refusal` is the reason why they can do none of these, or null; `phone` is in E.164
 * format if it was typed correctly (N-027)
 * @throws NotFoundError for the matter or the person, also for an invalid id
 */
export async function planCheck(db: Db, reader: StaffReader | ServiceReader, place: PersonPlace) {
  const { matter, person, purchase, solicitors } = await readPersonCheck(db, reader, place);
  const { thirdfort_v2_switchover_date: switchover } = await readAdminConfig(db);
  const { check, phone_number } = person;
  return {
    verb: checkVerb(check?.status ?? null),
    matter,
    person,
    purchase,
    check,
    phone: phone_number && phoneForCheck(phone_number),
    solicitors,
    recipients: solicitors?.recipients ?? [],
    refusal: checkRefusal({
      ...person,
      has_solicitors: solicitors !== null,
      old_scheme: usesOldScheme(matter.created_at, switchover),
    }),
  };
}

/** Details that staff confirmed. If any of them has changed since, the check is not ordered. */
export type ConfirmedOrder = {
  /** Idempotency key of the confirmation form. */
  form_key: string;
  /** Id of the check to replace; null for a person's first check. */
  replaces_id: string | null;
  /** Phone number in the E.164 format. */
  phone: string;
  recipients: readonly string[];
};

type Order = ConfirmedOrder & { actor: Actor };

/**
 * Orders a person's check, or reorders a failed or aborted one (N-026 to N-032). A check costs
 * money, so the order is idempotent: its row is stored before the call to Thirdfort. While the
 * outcome is unknown, the row stays until the webhook or staff resolve it (`resolveCheckOrder`).
 * Never call this in a transaction.
 * @throws NotFoundError; ConflictError if the check cannot be ordered or differs from the confirmed
 * one; VendorError if Thirdfort has rejected the order; UnconfirmedOrderError if the outcome is
 * unknown
 */
export async function orderCheck(db: Db, place: PersonPlace, order: Order): Promise<void> {
  await requireNotRestored(db, NOTHING_ORDERED);
  const { order_key, request } = await inTransaction(db, (trx) => storeOrder(trx, place, order));
  if (!request) return waitForDuplicate(db, order_key);
  const found = await sendOrder(
    () => thirdfort.orderCheck(request),
    () => deleteRejectedOrder(db, order_key),
  );
  // Pass on our key, because some of Thirdfort's answers leave it out.
  await applyThirdfortResult(db, { ...found, order_key }, { actor: order.actor });
}

/**
 * Stores the order of a check.
 * @returns the request to send; null if an earlier submit of the same form has stored the order
 */
async function storeOrder(
  trx: Db,
  place: PersonPlace,
  order: Order,
): Promise<{ order_key: string; request: thirdfort.CheckOrder | null }> {
  // Lock the matter, so that a concurrent order waits: one from another member of staff, or from a
  // second submit of the form.
  await lockMatter(trx, place.transaction_id);
  const order_key = sha256(order.form_key).slice(0, 24);
  // Return before planning: the first submit may be about to delete the check that the plan would
  // include.
  if (await readOrder(trx, order_key)) return { order_key, request: null };
  const plan = await planCheck(trx, service, place);
  requireThisOrder(plan, order);
  const { matter, person, purchase, solicitors } = plan;
  const { first_name, last_name, email, person_type } = person;
  await trx
    .insertInto("identity_checks")
    .values({
      transaction_id: matter.id,
      purchase_intent_id: purchase?.id ?? null,
      person_type,
      first_name,
      last_name,
      email,
      phone_number: order.phone,
      status: "pending",
      shared_with: plan.recipients.length > 0 ? (solicitors?.id ?? null) : null,
      replaces_id: order.replaces_id,
      requested_by: order.actor.id,
      order_key,
      order_sent_at: new Date(),
    })
    .execute();
  await queueGiftorEmail(trx, person, { transaction_id: matter.id, order_key });
  const request = {
    ref: matter.id,
    name: `${person_type === "seller" ? "Sale" : "Purchase"} of ${addressLine(matter.address)}`,
    actor: { name: fullName(person), phone: order.phone, email },
    person_type,
    recipients: plan.recipients,
    order_key,
  };
  return { order_key, request };
}

function requireThisOrder(plan: CheckPlan, order: ConfirmedOrder): void {
  const { verb, check, phone, recipients, refusal } = plan;
  const isThisCheck = verb !== "abort" && (check?.id ?? null) === order.replaces_id;
  if (isThisCheck && refusal) throw new ConflictError(refusal);
  requireAsConfirmed(
    { isThisCheck, phone, recipients },
    { isThisCheck: true, phone: order.phone, recipients: order.recipients },
    "The check, the mobile number or the list of report recipients",
  );
}

function readOrder(db: Db, order_key: string) {
  return db
    .selectFrom("identity_checks")
    .select("order_sent_at")
    .where("order_key", "=", order_key)
    .executeTakeFirst();
}

/** Deletes the row of an order that Thirdfort has rejected. */
async function deleteRejectedOrder(db: Db, order_key: string) {
  await db
    .deleteFrom("identity_checks")
    .where("order_key", "=", order_key)
    .where("order_sent_at", "is not", null)
    .execute();
}

/**
 * Maximum wait for an earlier submit. It is longer than the timeout of that submit's call to
 * Thirdfort.
 */
const COPY_TIMEOUT_MS = 9_000;

/** Waits for an earlier submit of the same form and reports the outcome of that submit. */
async function waitForDuplicate(db: Db, order_key: string): Promise<void> {
  const deadline = performance.now() + COPY_TIMEOUT_MS;
  for (;;) {
    const first = await readOrder(db, order_key);
    if (first?.order_sent_at === null) return;
    if (!first) throw new ConflictError("Error trying to order thirdfort check");
    if (performance.now() > deadline)
      throw new UnconfirmedOrderError("The first copy of this form has no answer yet");
    await pause(100);
  }
}

/**
 * Aborts a pending check (N-030). Does nothing if it is already aborted. Never call it in a
 * transaction.
 * @param abort.check_id id of the check that staff confirmed
 * @throws NotFoundError; ConflictError if it is not pending or has no Thirdfort id (N-033);
 * VendorError
 */
export async function abortCheck(
  db: Db,
  place: PersonPlace,
  { actor, check_id }: { actor: Actor; check_id: string },
): Promise<void> {
  await requireNotRestored(db, NOTHING_ORDERED);
  const { check, verb, refusal } = await planCheck(db, service, place);
  if (check?.id === check_id && check.status === "aborted") return;
  if (refusal) throw new ConflictError(refusal);
  if (check?.id !== check_id || verb !== "abort" || !check.thirdfort_id) {
    throw new ConflictError(
      "The check has changed since you opened this page. Review it and try again.",
    );
  }
  const { thirdfort_id } = check;
  try {
    const found = await thirdfort.abortCheck(thirdfort_id);
    // If Thirdfort accepts the abort, the check counts as aborted, whatever status the answer has.
    await applyThirdfortResult(db, { ...found, thirdfort_id, status: "aborted" }, { actor });
  } catch (error) {
    if (!isRefused(error)) throw error;
    await handleRejectedAbort(db, thirdfort_id, error);
  }
}

/**
 * Reads the check after Thirdfort has rejected an abort. Usually the check has ended in the
 * meantime.
 */
async function handleRejectedAbort(db: Db, thirdfort_id: string, refusal: unknown): Promise<never> {
  const found = await thirdfort.fetchCheck(thirdfort_id).catch(() => {
    throw refusal;
  });
  await applyThirdfortResult(db, { ...found, thirdfort_id });
  if (found.status === "pending") throw refusal;
  throw new ConflictError(`The check is now ${checkLabel(found.status).toLowerCase()}.`);
}
