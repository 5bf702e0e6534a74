import type { Selectable } from "kysely";
import type { FoundCheck } from "#app/clients/thirdfort/client.server.ts";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordStaffEvent, recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { fullName } from "#app/domain/shared/names.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import { isOver, settleOrder } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { personSide, statusesBefore } from "./check-status.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";

type Row = Selectable<DB["identity_checks"]>;

/**
 * Applies the state of a check that Thirdfort has reported (AMB-N04). The function can be called
 * repeatedly and in any order: an order is answered once, the status only rises, the last result
 * counts, and each change records one event. Ignores checks that we did not order.
 * @param by the member of staff who caused the report, if any
 */
export async function applyThirdfortResult(
  db: Db,
  found: FoundCheck,
  by: { actor?: Actor } = {},
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await answerOrder(trx, found, by.actor);
    const isRaised = await raiseStatus(trx, found, by.actor);
    if (!isRaised) await changeResult(trx, found);
  });
}

async function answerOrder(trx: Db, found: FoundCheck, actor?: Actor) {
  const order = await findUnanswered(trx, found);
  if (!order?.requested_by) return;
  // If staff have cancelled and replaced the order, Thirdfort now has both checks. Staff pages show
  // both.
  const isSecond = order.order_called_off_at !== null && (await hasSuccessor(trx, order));
  await trx
    .updateTable("identity_checks")
    .set({
      thirdfort_id: found.thirdfort_id,
      status: "pending",
      order_sent_at: null,
      last_polled_at: new Date(),
      ...(!isSecond && { order_called_off_at: null }),
    })
    .where("id", "=", order.id)
    .execute();
  if (isSecond) return;
  await recordCheckEvent(trx, order, {
    event_name:
      order.replaces_id === null ? "thirdfort_check_ordered" : "thirdfort_check_reordered",
    // The actor is the person who ordered the check, even if someone else found Thirdfort's answer.
    actor: { id: order.requested_by, request_id: actor?.request_id ?? "" },
  });
}

/**
 * Finds our order of a check by our key. If Thirdfort leaves out the key, finds it by our file
 * reference and the phone number, if exactly one order has both.
 */
async function findUnanswered(
  trx: Db,
  { thirdfort_id, order_key, ref, phone }: FoundCheck,
): Promise<Row | undefined> {
  const unanswered = trx
    .selectFrom("identity_checks")
    .selectAll()
    .where("thirdfort_id", "is", null)
    .where("order_key", "is not", null)
    .where((eb) =>
      eb.or([eb("order_sent_at", "is not", null), eb("order_called_off_at", "is not", null)]),
    )
    .forUpdate();
  if (order_key !== null) {
    return unanswered.where("order_key", "=", order_key).executeTakeFirst();
  }
  if (ref === null || phone === null || !isObjectId(ref)) return undefined;
  const known = await trx
    .selectFrom("identity_checks")
    .select("id")
    .where("thirdfort_id", "=", thirdfort_id)
    .executeTakeFirst();
  if (known) return undefined;
  const fitting = await unanswered
    .where("transaction_id", "=", ref)
    .where("phone_number", "=", phone)
    .where("order_sent_at", "is not", null)
    .execute();
  return fitting.length === 1 ? fitting[0] : undefined;
}

async function hasSuccessor(trx: Db, order: Row): Promise<boolean> {
  const successor = await trx
    .selectFrom("identity_checks")
    .select("id")
    .where("transaction_id", "=", order.transaction_id)
    .where("person_type", "=", order.person_type)
    .where("email", "=", order.email)
    .where((eb) =>
      eb(eb.fn("lower", ["first_name"]), "=", eb.fn("lower", [eb.val(order.first_name)])),
    )
    .where((eb) =>
      eb(eb.fn("lower", ["last_name"]), "=", eb.fn("lower", [eb.val(order.last_name)])),
    )
    .where("order_called_off_at", "is", null)
    .where("created_at", ">", order.created_at)
    .limit(1)
    .executeTakeFirst();
  return successor !== undefined;
}

const EVENTS = {
  complete: "thirdfort_check_completed",
  failed: "thirdfort_check_failed",
  aborted: "thirdfort_check_aborted",
} as const;

async function raiseStatus(trx: Db, found: FoundCheck, actor?: Actor): Promise<boolean> {
  const { thirdfort_id, status, result, reports } = found;
  if (status === "pending") return false;
  const check = await trx
    .updateTable("identity_checks")
    .set({
      status,
      ...(status === "complete" && { result, reports: JSON.stringify(reports) }),
    })
    .where("thirdfort_id", "=", thirdfort_id)
    .where("status", "in", statusesBefore(status))
    .returningAll()
    .executeTakeFirst();
  if (!check) return false;
  const recorded: CheckEvent =
    actor && status === "aborted"
      ? { event_name: EVENTS.aborted, actor }
      : { event_name: EVENTS[status], actor: null };
  await recordCheckEvent(trx, check, recorded);
  return true;
}

/**
 * Updates the result of a complete check, which may arrive late or change: Thirdfort continues to
 * monitor the person.
 */
async function changeResult(trx: Db, { thirdfort_id, status, result, reports }: FoundCheck) {
  if (status !== "complete" || result === null) return;
  const before = await trx
    .selectFrom("identity_checks")
    .select("result")
    .where("thirdfort_id", "=", thirdfort_id)
    .where("status", "=", "complete")
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const check = await trx
    .updateTable("identity_checks")
    .set({ result, reports: JSON.stringify(reports) })
    .where("thirdfort_id", "=", thirdfort_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.result === result) return;
  await recordCheckEvent(trx, check, { event_name: "thirdfort_check_result_changed", actor: null });
}

type CheckEvent =
  | {
      event_name:
        | "thirdfort_check_ordered"
        | "thirdfort_check_reordered"
        | (typeof EVENTS)["aborted"];
      actor: Actor;
    }
  | {
      event_name: "thirdfort_check_result_changed" | (typeof EVENTS)[keyof typeof EVENTS];
      actor: null;
    };

async function recordCheckEvent(trx: Db, check: Row, recorded: CheckEvent) {
  const { transaction_id, purchase_intent_id, person_type, result } = check;
  // Mention a clear result only if the result was different before.
  const isSaid =
    result !== null &&
    (result !== "clear" || recorded.event_name === "thirdfort_check_result_changed");
  const event = {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: personSide(person_type),
    check_id: check.id,
    comments: isSaid ? `${fullName(check)}: ${result}` : fullName(check),
  };
  if (recorded.actor) await recordStaffEvent(trx, { ...event, ...recorded });
  else await recordEvent(trx, { ...event, event_name: recorded.event_name, author: "provider" });
}

/**
 * Resolution of orders that Thirdfort has not answered. No documented call returns the outcome of
 * an order, so staff look in Thirdfort's portal and record what they find. Recording the outcome
 * does not order a check.
 */

/**
 * Returns a person's unanswered order. `refusal` is set if the order has already been resolved.
 * @throws NotFoundError for the matter or the person, also for an invalid id
 */
export async function readCheckToResolve(db: Db, reader: StaffReader, place: PersonPlace) {
  const { matter, person } = await readPersonCheck(db, reader, place);
  const { check } = person;
  const isOpen = check?.order_sent_at != null;
  return {
    file_reference: matter.id,
    name: fullName(person),
    check_id: isOpen ? check.id : "",
    sent_at: check?.order_sent_at ?? null,
    refusal: isOpen ? null : "This order has already been resolved.",
  };
}

/**
 * Fetches the check that staff have found in Thirdfort's portal. Never call it in a transaction.
 * @throws DomainError if Thirdfort doesn't know the id, or if the check is already on record or
 * belongs to a different matter; VendorError
 */
export async function findOrderedCheck(
  db: Db,
  _reader: StaffReader,
  place: PersonPlace,
  thirdfort_id: string,
): Promise<thirdfort.FoundCheck> {
  const found = await nullIfNotFound(thirdfort.fetchCheck(thirdfort_id));
  if (!found) throw wrongId("Thirdfort has no check with this ID. Check the ID");
  const known = await db
    .selectFrom("identity_checks")
    .select("id")
    .where("thirdfort_id", "=", found.thirdfort_id)
    .executeTakeFirst();
  if (known) throw wrongId("This check is already on record. Check the ID");
  if (found.ref !== place.transaction_id) {
    throw wrongId("This check has a different file reference. Check the ID");
  }
  return found;
}

/**
 * Resolves an unanswered order: links it to the check that staff found, or cancels it so that the
 * check can be ordered again. If Thirdfort answers later, `applyThirdfortResult` finds the order by
 * its key.
 * @param settled.found check from `findOrderedCheck`; null if Thirdfort does not have one
 * @throws NotFoundError; ConflictError if the order has been resolved or may still be in progress;
 * DomainError if the check belongs to a different order
 */
export async function resolveCheckOrder(
  trx: Db,
  place: PersonPlace,
  settled: { actor: Actor; check_id: string; found: thirdfort.FoundCheck | null },
): Promise<void> {
  const { transaction_id } = place;
  const { actor, check_id, found } = settled;
  await settleOrder(trx, {
    transaction_id,
    actor,
    found,
    read: () => readOpenOrder(trx, place, check_id),
    async take(order, found) {
      const isIts = found.order_key ? found.order_key === order.order_key : isFor(found, order);
      if (!isIts) throw wrongId("This check belongs to another order. Check the ID");
      await applyThirdfortResult(trx, { ...found, order_key: order.order_key }, { actor });
    },
    audit: { action: "thirdfort_order_confirmed", fields: ["thirdfort_id"] },
    async cancel({ id, purchase_intent_id, person }) {
      await trx
        .updateTable("identity_checks")
        .set({ status: "aborted", order_sent_at: null, order_called_off_at: new Date() })
        .where("id", "=", id)
        .execute();
      await recordStaffEvent(trx, {
        actor,
        transaction_id,
        ...(purchase_intent_id && { purchase_intent_id }),
        event_name: "thirdfort_order_called_off",
        type: personSide(person.person_type),
        comments: fullName(person),
      });
    },
  });
}

async function readOpenOrder(trx: Db, place: PersonPlace, check_id: string) {
  const { person } = await readPersonCheck(trx, service, place);
  const order = await trx
    .selectFrom("identity_checks")
    .select(["id", "order_key", "phone_number", "purchase_intent_id"])
    .select(isOver("order_sent_at").as("is_over"))
    .where("id", "=", check_id)
    .where("id", "=", person.check?.id ?? "")
    .where("order_sent_at", "is not", null)
    .executeTakeFirst();
  return order && { ...order, person };
}

function wrongId(message: string) {
  return new DomainError(message, 400, { data: { field: "vendor_id" } });
}

/**
 * Returns true if a check and an order have the same phone number, or if the check has none. Used
 * only if Thirdfort leaves out our key.
 */
function isFor({ phone }: thirdfort.FoundCheck, { phone_number }: { phone_number: string }) {
  return phone === null || phone === phone_number;
}
