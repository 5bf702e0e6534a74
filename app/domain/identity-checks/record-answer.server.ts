import type { Selectable } from "kysely";
import type { FoundCheck } from "#app/clients/thirdfort.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { recordDoneByStaff, recordEvent } from "#app/domain/events/record-event.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { personSide, statusesBefore } from "./check-status.ts";

type Row = Selectable<DB["checks"]>;

/**
 * Writes down what Thirdfort has told of a check, however often and in whatever order it is told: an order whose answer was
 * outstanding is answered once, a status only ever goes up, and each change leaves one event (AMB-N04). What is nobody's
 * check of ours is ignored.
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
    await raiseStatus(trx, found, by.actor);
  });
}

async function answerOrder(trx: Db, { thirdfort_id, order_key }: FoundCheck, actor?: Actor) {
  if (order_key === null) return;
  const check = await trx
    .updateTable("checks")
    .set({ thirdfort_id, order_sent_at: null, looked_at: new Date() })
    .where("order_key", "=", order_key)
    .where("order_sent_at", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (!check?.requested_by) return;
  await tell(trx, check, {
    event_name:
      check.replaces_id === null ? "thirdfort_check_ordered" : "thirdfort_check_reordered",
    // Whoever finds the answer, it was ordered by who asked for it.
    actor: { id: check.requested_by, request_id: actor?.request_id ?? "" },
  });
}

const EVENTS = {
  complete: "thirdfort_check_completed",
  failed: "thirdfort_check_failed",
  aborted: "thirdfort_check_aborted",
} as const;

async function raiseStatus(trx: Db, { thirdfort_id, status }: FoundCheck, actor?: Actor) {
  if (status === "pending") return;
  const check = await trx
    .updateTable("checks")
    .set({ status })
    .where("thirdfort_id", "=", thirdfort_id)
    .where("status", "in", statusesBefore(status))
    .returningAll()
    .executeTakeFirst();
  if (!check) return;
  const told: Told =
    actor && status === "aborted"
      ? { event_name: EVENTS.aborted, actor }
      : { event_name: EVENTS[status], actor: null };
  await tell(trx, check, told);
}

type Told =
  | {
      event_name:
        "thirdfort_check_ordered" | "thirdfort_check_reordered" | (typeof EVENTS)["aborted"];
      actor: Actor;
    }
  /** Thirdfort did it. */
  | { event_name: (typeof EVENTS)[keyof typeof EVENTS]; actor: null };

async function tell(trx: Db, check: Row, told: Told) {
  const { transaction_id, purchase_intent_id, person_type } = check;
  const event = {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    type: personSide(person_type),
    comments: fullName(check),
  };
  if (told.actor) await recordDoneByStaff(trx, { ...event, ...told });
  else await recordEvent(trx, { ...event, event_name: told.event_name, author: "provider" });
}
