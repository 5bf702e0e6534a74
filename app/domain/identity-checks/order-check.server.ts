import { setTimeout as pause } from "node:timers/promises";
import * as thirdfort from "#app/clients/thirdfort.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import {
  NOTHING_ORDERED,
  requireNotRestored,
} from "#app/domain/restorations/restorations.server.ts";
import { lockMatter } from "#app/domain/transactions/lock-matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/require-as-confirmed.ts";
import { sha256 } from "#app/sha256.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { type CheckPlan, planCheck } from "./plan-check.server.ts";
import type { PersonPlace } from "./read-checks.server.ts";
import { recordAnswer } from "./record-answer.server.ts";
import { tellGiftor } from "./tell-giftor.server.ts";

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

/** The order was sent, or may have been, and nobody knows yet whether Thirdfort has taken it. */
export class UnconfirmedOrderError extends Error {
  override readonly name = "UnconfirmedOrderError";
}

/**
 * Orders a person's check, or another one in place of one that failed or was aborted (N-026 to N-032). It costs money, so
 * once is once: its row is there before Thirdfort is asked, and stays while nobody knows whether Thirdfort has it: its
 * webhook tells, or staff say what they find in its portal (`settleCheckOrder`). Not to be called within a transaction.
 *
 * @throws NotFoundError; ConflictError when it cannot be ordered, or other than what was confirmed would be; VendorError
 *   when Thirdfort has certainly not taken it; UnconfirmedOrderError when nobody knows
 */
export async function orderCheck(db: Db, place: PersonPlace, order: Order): Promise<void> {
  await requireNotRestored(db, NOTHING_ORDERED);
  const { order_key, request } = await inTransaction(db, (trx) => begin(trx, place, order));
  if (!request) return waitForCopy(db, order_key);
  const found = await send(db, request);
  // By our own key: not every answer repeats it.
  await recordAnswer(db, { ...found, order_key }, { actor: order.actor });
}

/** Writes down that it is ordered now. @returns what to ask Thirdfort for; null when another copy of the form did that */
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
  const plan = await planCheck(trx, place);
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

async function send(db: Db, request: thirdfort.CheckOrder): Promise<thirdfort.FoundCheck> {
  return thirdfort.orderCheck(request).catch(async (cause: unknown) => {
    if (!isRefused(cause)) throw new UnconfirmedOrderError("Nobody knows", { cause });
    await forget(db, request.order_key);
    throw cause;
  });
}

/** @throws ConflictError */
function requireThisOrder(plan: CheckPlan, order: ConfirmedOrder): void {
  const { verb, check, phone, recipients, refusal } = plan;
  const isThisCheck = verb !== "abort" && (check?.id ?? null) === order.replaces_id;
  if (isThisCheck && refusal) throw new ConflictError(refusal);
  requireAsConfirmed(
    { isThisCheck, phone, recipients },
    { isThisCheck: true, phone: order.phone, recipients: order.recipients },
    "The check, the mobile number, or who is sent the report",
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
  const deadline = Date.now() + COPY_TIMEOUT_MS;
  for (;;) {
    const first = await readOrder(db, order_key);
    if (first?.order_sent_at === null) return;
    if (!first) throw new ConflictError("Error trying to order thirdfort check");
    if (Date.now() > deadline) throw new UnconfirmedOrderError("The first copy has no answer yet");
    await pause(100);
  }
}
