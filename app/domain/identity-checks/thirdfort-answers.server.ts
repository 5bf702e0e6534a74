import type { Selectable } from "kysely";
import type { FoundCheck } from "#app/clients/thirdfort/client.server.ts";
import * as thirdfort from "#app/clients/thirdfort/client.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordDoneByStaff, recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { fullName } from "#app/domain/fields/names.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import { isOver, settleOrder } from "#app/domain/vendor-orders/vendor-order.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { personSide, statusesBefore } from "./check-status.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";

type Row = Selectable<DB["checks"]>;

/**
 * Writes down what Thirdfort has told of a check, however often and in whatever order it is told: an order whose answer
 * was outstanding is answered once, a status only ever goes up, of results the last one told counts, and each change
 * leaves one event (AMB-N04). What is no check that we ordered is ignored.
 *
 * @param by the member of staff who brought it about, when it was one
 */
export async function recordAnswer(
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
  // It was called off, and another was ordered in its place: Thirdfort has both now, and staff are told.
  const isSecond = order.order_called_off_at !== null && (await hasSuccessor(trx, order));
  await trx
    .updateTable("checks")
    .set({
      thirdfort_id: found.thirdfort_id,
      status: "pending",
      order_sent_at: null,
      looked_at: new Date(),
      ...(!isSecond && { order_called_off_at: null }),
    })
    .where("id", "=", order.id)
    .execute();
  if (isSecond) return;
  await tell(trx, order, {
    event_name:
      order.replaces_id === null ? "thirdfort_check_ordered" : "thirdfort_check_reordered",
    // Whoever finds the answer, it was ordered by who asked for it.
    actor: { id: order.requested_by, request_id: actor?.request_id ?? "" },
  });
}

/**
 * The order that a check is the answer to: by our key; where Thirdfort does not give that back, by our file reference
 * and the number that the text message went to, when they fit one order alone.
 */
async function findUnanswered(
  trx: Db,
  { thirdfort_id, order_key, ref, phone }: FoundCheck,
): Promise<Row | undefined> {
  const unanswered = trx
    .selectFrom("checks")
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
    .selectFrom("checks")
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
    .selectFrom("checks")
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

/** @returns whether it is another status now */
async function raiseStatus(trx: Db, found: FoundCheck, actor?: Actor): Promise<boolean> {
  const { thirdfort_id, status, result, reports } = found;
  if (status === "pending") return false;
  const check = await trx
    .updateTable("checks")
    .set({
      status,
      ...(status === "complete" && { result, reports: JSON.stringify(reports) }),
    })
    .where("thirdfort_id", "=", thirdfort_id)
    .where("status", "in", statusesBefore(status))
    .returningAll()
    .executeTakeFirst();
  if (!check) return false;
  const told: Told =
    actor && status === "aborted"
      ? { event_name: EVENTS.aborted, actor }
      : { event_name: EVENTS[status], actor: null };
  await tell(trx, check, told);
  return true;
}

/** What a check came to is told late, or changes: people are watched for longer than they are checked. */
async function changeResult(trx: Db, { thirdfort_id, status, result, reports }: FoundCheck) {
  if (status !== "complete" || result === null) return;
  const before = await trx
    .selectFrom("checks")
    .select("result")
    .where("thirdfort_id", "=", thirdfort_id)
    .where("status", "=", "complete")
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const check = await trx
    .updateTable("checks")
    .set({ result, reports: JSON.stringify(reports) })
    .where("thirdfort_id", "=", thirdfort_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.result === result) return;
  await tell(trx, check, { event_name: "thirdfort_check_result_changed", actor: null });
}

type Told =
  | {
      event_name:
        | "thirdfort_check_ordered"
        | "thirdfort_check_reordered"
        | (typeof EVENTS)["aborted"];
      actor: Actor;
    }
  /** Thirdfort did it. */
  | {
      event_name: "thirdfort_check_result_changed" | (typeof EVENTS)[keyof typeof EVENTS];
      actor: null;
    };

async function tell(trx: Db, check: Row, told: Told) {
  const { transaction_id, purchase_intent_id, person_type, result } = check;
  // That it is clear is worth a word only after it was not.
  const isSaid =
    result !== null && (result !== "clear" || told.event_name === "thirdfort_check_result_changed");
  const event = {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: personSide(person_type),
    check_id: check.id,
    comments: isSaid ? `${fullName(check)}: ${result}` : fullName(check),
  };
  if (told.actor) await recordDoneByStaff(trx, { ...event, ...told });
  else await recordEvent(trx, { ...event, event_name: told.event_name, author: "provider" });
}

/**
 * An order that Thirdfort has left unanswered: nothing that it documents says what became of one, so a member of staff
 * looks for it in its portal and says what is there. Nothing is ordered by that.
 */

/**
 * The order of a person's check that is to be settled.
 *
 * @returns `refusal`, why there is nothing to settle; null when there is
 * @throws NotFoundError as readPersonCheck
 */
export async function readCheckToSettle(db: Db, reader: StaffReader, place: PersonPlace) {
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
 * The check that a member of staff has found, as Thirdfort knows it. Not within a transaction.
 *
 * @throws DomainError when Thirdfort knows none of this id, or one of another matter or order; VendorError
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
    .selectFrom("checks")
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
 * Settles an order: it is the check that Thirdfort was found to have, or it is off and can be made anew. What Thirdfort
 * takes later still is known by its key (`recordAnswer`).
 *
 * @param settled.check_id the order that was confirmed
 * @param settled.found what `findOrderedCheck` returned; null when Thirdfort does not have it
 * @throws NotFoundError; ConflictError when it is settled by now, or may still be on its way; DomainError when the check
 *   that was found is the answer to another order
 */
export async function settleCheckOrder(
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
      await recordAnswer(trx, { ...found, order_key: order.order_key }, { actor });
    },
    audit: { action: "thirdfort_order_confirmed", fields: ["thirdfort_id"] },
    async callOff({ id, purchase_intent_id, person }) {
      await trx
        .updateTable("checks")
        .set({ status: "aborted", order_sent_at: null, order_called_off_at: new Date() })
        .where("id", "=", id)
        .execute();
      await recordDoneByStaff(trx, {
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

/** The order of a person's check that has no answer, if it is still this one. */
async function readOpenOrder(trx: Db, place: PersonPlace, check_id: string) {
  const { person } = await readPersonCheck(trx, service, place);
  const order = await trx
    .selectFrom("checks")
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

/** Where Thirdfort does not give our key back. */
function isFor({ phone }: thirdfort.FoundCheck, { phone_number }: { phone_number: string }) {
  return phone === null || phone === phone_number;
}
