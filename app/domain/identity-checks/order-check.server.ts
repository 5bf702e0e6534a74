import { setTimeout as pause } from "node:timers/promises";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { fullName } from "#app/domain/fields/names.ts";
import { phoneForCheck } from "#app/domain/fields/phone.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import {
  NOTHING_ORDERED,
  requireNotRestored,
} from "#app/domain/restorations/restorations.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { sendOrder, UnconfirmedOrderError } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/versions.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { checkLabel, checkRefusal, checkVerb, usesOldScheme } from "./check-status.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";
import { recordAnswer } from "./thirdfort-answers.server.ts";
import { tellGiftor } from "./requests.server.ts";

export type CheckPlan = Awaited<ReturnType<typeof planCheck>>;

/**
 * What can be done about a person's check, and what it would do (N-019 to N-022).
 *
 * @returns `refusal`, why it cannot be done; null when it can. `phone` is in E.164 as far as it was typed well (N-027)
 * @throws NotFoundError as readPersonCheck
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

/** What the confirmation page said: when it is otherwise by now, nothing is ordered. */
export type ConfirmedOrder = {
  /** Names the form: it orders once, however often it is sent. */
  form_key: string;
  /** The check in whose place it is ordered; null for a first one. */
  replaces_id: string | null;
  /** E.164. */
  phone: string;
  recipients: readonly string[];
};

type Order = ConfirmedOrder & { actor: Actor };

/**
 * Orders a person's check, or another one in place of one that failed or was aborted (N-026 to N-032). It costs money,
 * so once is once: its row is there before Thirdfort is asked, and stays while it is unknown whether Thirdfort has it:
 * its webhook tells, or staff say what they find in its portal (`settleCheckOrder`). Not to be called within a
 * transaction.
 *
 * @throws NotFoundError; ConflictError when it cannot be ordered, or other than what was confirmed would be;
 *   VendorError when Thirdfort has certainly not taken it; UnconfirmedOrderError when that is unknown
 */
export async function orderCheck(db: Db, place: PersonPlace, order: Order): Promise<void> {
  await requireNotRestored(db, NOTHING_ORDERED);
  const { order_key, request } = await inTransaction(db, (trx) => begin(trx, place, order));
  if (!request) return waitForCopy(db, order_key);
  const found = await sendOrder(
    () => thirdfort.orderCheck(request),
    () => forget(db, order_key),
  );
  // By our own key: not every answer repeats it.
  await recordAnswer(db, { ...found, order_key }, { actor: order.actor });
}

/**
 * Writes down that it is ordered now. @returns what to ask Thirdfort for; null when another copy of the form did that
 */
async function begin(
  trx: Db,
  place: PersonPlace,
  order: Order,
): Promise<{ order_key: string; request: thirdfort.CheckOrder | null }> {
  // Two members of staff, or two copies of one form, come one after the other.
  await lockMatter(trx, place.transaction_id);
  const order_key = sha256(order.form_key).slice(0, 24);
  // Before the plan, which would have the first copy's check while that is refused and taken away.
  if (await readOrder(trx, order_key)) return { order_key, request: null };
  const plan = await planCheck(trx, service, place);
  requireThisOrder(plan, order);
  const { matter, person, purchase, solicitors } = plan;
  const { first_name, last_name, email, person_type } = person;
  await trx
    .insertInto("checks")
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
  await tellGiftor(trx, person, { transaction_id: matter.id, order_key });
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

/** @throws ConflictError */
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
    .selectFrom("checks")
    .select("order_sent_at")
    .where("order_key", "=", order_key)
    .executeTakeFirst();
}

/** Nothing was ordered. */
async function forget(db: Db, order_key: string) {
  await db
    .deleteFrom("checks")
    .where("order_key", "=", order_key)
    .where("order_sent_at", "is not", null)
    .execute();
}

/** Longer than Thirdfort may take to answer the first copy. */
const COPY_TIMEOUT_MS = 9_000;

/** The form was sent twice: the copy waits for the first, and says what became of it. */
async function waitForCopy(db: Db, order_key: string): Promise<void> {
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
 * Calls off a check that is pending (N-030). One that was called off already stays so, and nothing is said of it. Not
 * to be called within a transaction.
 *
 * @param abort.check_id the check that was confirmed
 * @throws NotFoundError; ConflictError when it is not pending any more, or has no id at Thirdfort (N-033); VendorError
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
    // Taken for called off once Thirdfort says so, whatever it calls that.
    await recordAnswer(db, { ...found, thirdfort_id, status: "aborted" }, { actor });
  } catch (error) {
    if (!isRefused(error)) throw error;
    await explain(db, thirdfort_id, error);
  }
}

/** Thirdfort refuses, most of all when the check has ended meanwhile. */
async function explain(db: Db, thirdfort_id: string, refusal: unknown): Promise<never> {
  const found = await thirdfort.fetchCheck(thirdfort_id).catch(() => {
    throw refusal;
  });
  await recordAnswer(db, { ...found, thirdfort_id });
  if (found.status === "pending") throw refusal;
  throw new ConflictError(`The check is now ${checkLabel(found.status).toLowerCase()}.`);
}
