import { z } from "zod";
import { DomainError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { dateInput } from "#app/domain/fields/dates.server.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import {
  fromDateParts,
  SIGNIFICANT_DATES,
  type SignificantDates,
  toDateParts,
} from "#app/domain/transactions/significant-dates.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { purchaseNotFound } from "./purchases.server.ts";
import type { PurchasePlace } from "./activation.server.ts";

const dateParts = () => dateInput().transform(toDateParts);

/** Each of them whole, or empty (K-073). */
export const SignificantDatesForm = z.object({
  sale_agreed: dateParts(),
  exchanged: dateParts(),
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
  place: PurchasePlace,
): Promise<SignificantDates> {
  return toForm(await dates(db, place).executeTakeFirstOrThrow(purchaseNotFound));
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
  yours: SignificantDates,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "significant_dates_updated",
    subject: { type: "purchase_intent", id: place.purchase_intent_id },
    yours,
    async read(trx) {
      const before = await dates(trx, place).forUpdate().executeTakeFirstOrThrow(purchaseNotFound);
      const none = SIGNIFICANT_DATES.every((name) => !before[name] && !fromDateParts(yours[name]));
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
    .select(SIGNIFICANT_DATES)
    .where("id", "=", purchase_intent_id)
    .where("transaction_id", "=", transaction_id);
}

function toForm(row: Record<keyof SignificantDates, string | null>): SignificantDates {
  return {
    sale_agreed: toDateParts(row.sale_agreed),
    exchanged: toDateParts(row.exchanged),
    completed: toDateParts(row.completed),
    aborted: toDateParts(row.aborted),
  };
}

type Saved = { before: SignificantDates; yours: SignificantDates; author_id: string };

async function write(trx: Db, place: PurchasePlace, { before, yours, author_id }: Saved) {
  for (const name of SIGNIFICANT_DATES) {
    const date = fromDateParts(yours[name]);
    if (date === fromDateParts(before[name])) continue;
    await trx
      .updateTable("purchase_intents")
      .set({ [name]: date })
      .where("id", "=", place.purchase_intent_id)
      .where("transaction_id", "=", place.transaction_id)
      .execute();
    if (date === null) continue;
    await recordEvent(trx, {
      ...place,
      event_name: name,
      author: "admin",
      author_id,
      comments: adminDate(date),
    });
  }
}
