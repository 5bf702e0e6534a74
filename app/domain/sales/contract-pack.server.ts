import { z } from "zod";
import { type Actor, recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { recordEvent, recordStaffEvent } from "#app/domain/events/events.server.ts";
import type { FirmReader, StaffReader } from "#app/domain/readers/reader.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";

const DATE_REQUIRED = "Enter the day on which the contract pack was ready";
const DATE_AHEAD = "The day must be today or earlier. Record the pack once it is ready";

/**
 * Form of the day on which the seller’s solicitor had the contract pack ready. A day in the future
 * is refused, because the pack is not ready before it.
 */
export const ContractPackForm = z.object({
  ready_on: dateInput().transform((day, context) => {
    if (day !== null && day <= londonDay(new Date())) return day;
    context.addIssue({ code: "custom", message: day === null ? DATE_REQUIRED : DATE_AHEAD });
    return z.NEVER;
  }),
});

const LABEL = "Contract pack ready";

/**
 * Reads the day on which the contract pack was ready, such as "2026-11-21".
 * @throws NotFoundError if there is no such matter or the day is not recorded
 */
export async function readContractPack(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
): Promise<{ ready_on: string }> {
  const pack = await readPack(db, transaction_id);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return pack;
}

/**
 * Records the day on which the seller’s solicitor had the contract pack ready, with an event that
 * the sellers are notified of. It needs no buyer.
 * @param pack.ready_on today or an earlier day, such as "2026-11-21"
 * @throws NotFoundError; ConflictError if the day is recorded or the seller has no solicitor
 */
export async function recordContractPackReady(
  trx: Db,
  transaction_id: string,
  { ready_on }: z.output<typeof ContractPackForm>,
  { actor }: { actor: Actor },
): Promise<void> {
  const matter = await lockMatter(trx, transaction_id);
  if (matter.seller_lawyer_group_id === null) {
    throw new ConflictError("The seller has no solicitor yet. Assign one first");
  }
  await setReady(trx, transaction_id, ready_on);
  await recordStaffEvent(trx, {
    transaction_id,
    event_name: "contract_pack_ready",
    comments: adminDate(ready_on),
    request_id: actor.request_id,
    actor,
    fields: ["contract_pack_ready_on"],
  });
}

/**
 * Records the day on which the contract pack was ready, as the seller’s law firm reports it, with
 * the same event.
 * @param pack.ready_on today or an earlier day, such as "2026-11-21"
 * @param pack.person name of the person who reports it
 * @throws ConflictError if the day is recorded
 */
export async function recordFirmPackReady(
  trx: Db,
  reader: FirmReader,
  { ready_on, person }: { ready_on: string; person: string },
): Promise<void> {
  const { transaction_id, firm } = reader;
  await setReady(trx, transaction_id, ready_on);
  await recordEvent(trx, {
    transaction_id,
    event_name: "contract_pack_ready",
    author: "provider",
    comments: `${adminDate(ready_on)}. Recorded by ${person}, ${firm}`,
  });
  await recordFirmAudit(trx, reader, {
    action: "contract_pack_ready",
    subject: { type: "transaction", id: transaction_id },
    fields: ["contract_pack_ready_on"],
  });
}

async function setReady(trx: Db, transaction_id: string, ready_on: string) {
  const { numUpdatedRows } = await trx
    .updateTable("transactions")
    .set({ contract_pack_ready_on: ready_on })
    .where("id", "=", transaction_id)
    .where("contract_pack_ready_on", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ConflictError("This date has already been recorded");
}

/**
 * Clears the day on which the contract pack was ready, with an event. A notification that the
 * sellers have not been sent yet is left out.
 * @throws EditConflictError if the day has changed since the page was opened; NotFoundError if the
 * day is not recorded
 */
export async function undoContractPackReady(
  db: Db,
  transaction_id: string,
  { actor, opened }: Edit,
): Promise<void> {
  await saveDeletion(db, {
    actor,
    opened,
    action: "contract_pack_ready_undone",
    subject: { type: "transaction", id: transaction_id },
    async read(trx) {
      await lockMatter(trx, transaction_id);
      return readPack(trx, transaction_id);
    },
    async remove(trx, { ready_on }) {
      await trx
        .updateTable("transactions")
        .set({ contract_pack_ready_on: null })
        .where("id", "=", transaction_id)
        .execute();
      await recordEvent(trx, {
        transaction_id,
        event_name: "date_withdrawn",
        type: "seller",
        author: "admin",
        author_id: actor.id,
        request_id: actor.request_id,
        comments: `${LABEL}: was ${adminDate(ready_on)}`,
      });
    },
  });
}

async function readPack(db: Db, transaction_id: string): Promise<{ ready_on: string }> {
  requireTransactionId(transaction_id);
  const { ready_on } = await db
    .selectFrom("transactions")
    .select("contract_pack_ready_on as ready_on")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  if (ready_on === null) throw new NotFoundError("The contract pack is not recorded as ready");
  return { ready_on };
}
