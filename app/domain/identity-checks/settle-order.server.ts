import * as thirdfort from "#app/clients/thirdfort.server.ts";
import { nullIfNotFound } from "#app/clients/vendor-error.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { recordDoneByStaff } from "#app/domain/events/events.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { isOver, settleOrder } from "#app/domain/vendor-orders/vendor-order.server.ts";
import type { Db } from "#db/connection.ts";
import { personSide } from "./check-status.ts";
import { type PersonPlace, readPersonCheck } from "./read-checks.server.ts";
import { recordAnswer } from "./record-answer.server.ts";

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
export async function readCheckToSettle(db: Db, place: PersonPlace) {
  const { matter, person } = await readPersonCheck(db, place);
  const { check } = person;
  const isOpen = check?.order_sent_at != null;
  return {
    file_reference: matter.id,
    name: fullName(person),
    check_id: isOpen ? check.id : "",
    sent_at: check?.order_sent_at ?? null,
    refusal: isOpen ? null : "The order is settled by now.",
  };
}

/**
 * The check that a member of staff has found, as Thirdfort knows it. Not within a transaction.
 *
 * @throws DomainError when Thirdfort knows none of this id, or one of another matter or order; VendorError
 */
export async function findOrderedCheck(
  db: Db,
  place: PersonPlace,
  thirdfort_id: string,
): Promise<thirdfort.FoundCheck> {
  const found = await nullIfNotFound(thirdfort.fetchCheck(thirdfort_id));
  if (!found) throw wrongId("Thirdfort knows no check with this ID. Check the ID");
  const known = await db
    .selectFrom("checks")
    .select("id")
    .where("thirdfort_id", "=", found.thirdfort_id)
    .executeTakeFirst();
  if (known) throw wrongId("This check is on record already. Check the ID");
  if (found.ref !== place.transaction_id) {
    throw wrongId("This check has another file reference. Check the ID");
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
      if (!isIts) throw wrongId("This check is the answer to another order. Check the ID");
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
  const { person } = await readPersonCheck(trx, place);
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
