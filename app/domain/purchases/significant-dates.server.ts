import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { dateInput } from "#app/domain/fields/dates.server.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import {
  fromDateParts,
  PURCHASE_DATES,
  type PurchaseDate,
  type PurchaseDates,
  type StageDate,
  toDateParts,
} from "#app/domain/transactions/significant-dates.ts";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { purchaseNotFound } from "./purchases.server.ts";
import type { PurchasePlace } from "./activation.server.ts";

const dateParts = () => dateInput().transform(toDateParts);

/** Each of them whole, or empty (K-073). */
export const SignificantDatesForm = z.object({
  sale_agreed: dateParts(),
  contract_pack_sent_on: dateParts(),
  enquiries_raised_on: dateParts(),
  enquiries_answered_on: dateParts(),
  exchanged: dateParts(),
  priority_search_on: dateParts(),
  completed: dateParts(),
  aborted: dateParts(),
});

/**
 * The significant dates of a purchase, as their form has them.
 *
 * @throws NotFoundError "Purchase intent not found", also for one of another matter and for what is no id
 */
export async function readSignificantDates(
  db: Db,
  reader: StaffReader,
  place: PurchasePlace,
): Promise<PurchaseDates> {
  const part = toForm(await dates(db, place).executeTakeFirstOrThrow(purchaseNotFound));
  await reader.shown({ record: { type: "transaction", id: place.transaction_id } });
  return part;
}

/**
 * Sets, changes and clears significant dates: an empty one is cleared (K-071 to K-074, AMB-K04). Nothing is sent, and no
 * date has to be before another: the page asks first (doubtfulDates). Each that is set or changed is an event; clearing one is in the audit log alone.
 *
 * @throws ChangedMeanwhileError, NotFoundError; DomainError "No significant dates provided" when there is none to set
 *   and none to clear (K-075)
 */
export async function updateSignificantDates(
  db: Db,
  place: PurchasePlace,
  yours: PurchaseDates,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "significant_dates_updated",
    subject: { type: "purchase_intent", id: place.purchase_intent_id },
    yours,
    async read(trx) {
      const before = await dates(trx, place).forUpdate().executeTakeFirstOrThrow(purchaseNotFound);
      const none = PURCHASE_DATES.every((name) => !before[name] && !fromDateParts(yours[name]));
      if (none) throw new DomainError("No significant dates provided");
      return toForm(before);
    },
    write: (trx, before) => write(trx, place, { before, yours, author_id: edit.actor.id }),
  });
}

function dates(db: Db, { transaction_id, purchase_intent_id }: PurchasePlace) {
  if (!isObjectId(transaction_id) || !isObjectId(purchase_intent_id)) throw purchaseNotFound();
  return db
    .selectFrom("purchase_intents")
    .select(PURCHASE_DATES)
    .where("id", "=", purchase_intent_id)
    .where("transaction_id", "=", transaction_id);
}

function toForm(row: Record<PurchaseDate, string | null>): PurchaseDates {
  return {
    sale_agreed: toDateParts(row.sale_agreed),
    contract_pack_sent_on: toDateParts(row.contract_pack_sent_on),
    enquiries_raised_on: toDateParts(row.enquiries_raised_on),
    enquiries_answered_on: toDateParts(row.enquiries_answered_on),
    exchanged: toDateParts(row.exchanged),
    priority_search_on: toDateParts(row.priority_search_on),
    completed: toDateParts(row.completed),
    aborted: toDateParts(row.aborted),
  };
}

type Saved = { before: PurchaseDates; yours: PurchaseDates; author_id: string };

async function write(trx: Db, place: PurchasePlace, { before, yours, author_id }: Saved) {
  for (const name of PURCHASE_DATES) {
    const date = fromDateParts(yours[name]);
    if (date !== fromDateParts(before[name])) await setDate(trx, place, { name, date, author_id });
  }
}

/** One that is cleared is no event. */
async function setDate(
  trx: Db,
  place: PurchasePlace,
  { name, date, author_id }: { name: PurchaseDate; date: string | null; author_id: string },
) {
  await trx
    .updateTable("purchase_intents")
    .set({ [name]: date })
    .where("id", "=", place.purchase_intent_id)
    .where("transaction_id", "=", place.transaction_id)
    .execute();
  if (date === null) return;
  await recordEvent(trx, {
    ...place,
    event_name: DATE_EVENTS[name],
    author: "admin",
    author_id,
    comments: adminDate(date),
  });
}

const DATE_EVENTS = {
  sale_agreed: "sale_agreed",
  contract_pack_sent_on: "contract_pack_sent",
  enquiries_raised_on: "enquiries_raised",
  enquiries_answered_on: "enquiries_answered",
  exchanged: "exchanged",
  priority_search_on: "priority_search_made",
  completed: "completed",
  aborted: "aborted",
} as const satisfies Record<PurchaseDate, string>;

/**
 * Writes down that solicitors have told us of a step, today: on the purchase that counts, once however often it is
 * pressed. A mistake is put right among the significant dates.
 *
 * @returns the day that is written there, and whether it was there before
 * @throws NotFoundError "Transaction not found", also for what is no id; ConflictError while nobody is there to buy
 */
export async function recordStageDate(
  db: Db,
  transaction_id: string,
  { name, today, actor }: { name: StageDate; today: string; actor: Actor },
): Promise<{ day: string; known: boolean }> {
  return inTransaction(db, async (trx) => {
    await lockMatter(trx, transaction_id);
    const purchase = await trx
      .selectFrom("purchase_intents")
      .select(["id", name])
      .where("transaction_id", "=", transaction_id)
      .$call(activeElseNewest)
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!purchase) throw new ConflictError("No one has registered to buy this property yet");
    const known = purchase[name];
    if (known) return { day: known, known: true };
    const place = { transaction_id, purchase_intent_id: purchase.id };
    await setDate(trx, place, { name, date: today, author_id: actor.id });
    await recordAudit(trx, {
      actor,
      action: "significant_dates_updated",
      subject: { type: "purchase_intent", id: purchase.id },
      fields: [name],
    });
    return { day: today, known: false };
  });
}
