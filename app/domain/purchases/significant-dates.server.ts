import { z } from "zod";
import { type Actor, recordAudit, recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { recordEvent, sideOfEvent } from "#app/domain/events/events.server.ts";
import { queueNotification } from "#app/domain/events/pending-notifications.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import type { FirmReader, StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import {
  dateChange,
  fromDateParts,
  PURCHASE_DATES,
  type PurchaseDate,
  type PurchaseDates,
  type StageDate,
  STAGE_DATES,
  toDateParts,
} from "#app/domain/transactions/significant-dates.ts";
import {
  closedDays,
  doubtfulDates,
  hasNewsOfToday,
  openStepsDoubt,
  pastChanges,
} from "#app/domain/transactions/date-warnings.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { type StageFacts, toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import { openBeforeExchange } from "#app/domain/stages/open-steps.ts";
import { activeElseNewest } from "#app/domain/transactions/matter-parts.server.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { type Edit, saveChange, toVersion } from "#app/domain/versions/save-change.server.ts";
import { differingFields, type Version } from "#app/domain/versions/edit-conflicts.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { purchaseNotFound } from "./purchases.server.ts";
import type { PurchasePlace } from "./active-purchase.server.ts";

const dateParts = () => dateInput().transform(toDateParts);

/** Form of a purchase’s significant dates. Each date must be complete or empty (K-073). */
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
 * Reads the significant dates of a purchase in the form in which staff edit them.
 * @throws NotFoundError
 */
export async function readSignificantDates(
  db: Db,
  reader: StaffReader,
  place: PurchasePlace,
): Promise<PurchaseDates> {
  const part = toForm(await dates(db, place).executeTakeFirstOrThrow(purchaseNotFound));
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return part;
}

/**
 * Saves a purchase’s significant dates, which may be in any order, with an event and a notification
 * for each change (K-071 to K-074, AMB-K04).
 * @throws EditConflictError, NotFoundError; DomainError if there is no date to set or clear (K-075)
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
      await requireNotClearedAfterEnd(trx, place, { before, yours });
      return toForm(before);
    },
    write: (trx, before) => write(trx, place, { before, yours, actor: edit.actor }),
  });
}

/** The end of a matter sets the date "Aborted", and only resuming the matter clears it. */
async function requireNotClearedAfterEnd(
  trx: Db,
  { transaction_id }: PurchasePlace,
  { before, yours }: { before: { aborted: string | null }; yours: PurchaseDates },
) {
  if (!before.aborted || fromDateParts(yours.aborted)) return;
  const { ended_on } = await trx
    .selectFrom("transactions")
    .select("ended_on")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  if (ended_on === null) return;
  throw new DomainError("This matter has ended. Resume it instead of clearing this date", 400, {
    data: { field: "aborted" },
  });
}

/**
 * Returns the questions that staff must answer before the dates are saved. They are asked only if a
 * past date is set, changed or cleared, or if a date of today is unusual. Plans are saved at once.
 * @throws NotFoundError
 */
export async function listDateWarnings(
  db: Db,
  place: PurchasePlace,
  { typed, opened }: { typed: PurchaseDates; opened: Version },
  today = londonDay(new Date()),
): Promise<string[]> {
  const before = openedDates(opened);
  const stored = toForm(await dates(db, place).executeTakeFirstOrThrow(purchaseNotFound));
  // Saving shows both versions, and asks once the editor has seen them.
  if (differingFields(toVersion(stored), toVersion(before)).length > 0) return [];
  const row = await db
    .selectFrom("transactions")
    .select(selectStageRow().as("stage_row"))
    .where("id", "=", place.transaction_id)
    .executeTakeFirstOrThrow(purchaseNotFound);
  const open = openBeforeExchange(withTyped(toStageFacts(row.stage_row), typed), today);
  const past = pastChanges(typed, before, today);
  const unusual = [
    ...unusualDates(typed, before, today),
    ...openStepsDoubt(typed, before, { open, today }),
  ];
  return past.length > 0 || hasNewsOfToday(typed, before, today) ? [...past, ...unusual] : [];
}

/** Returns what is unusual about dates that were saved without a question, for the message. */
export function listPlanNotes(
  { typed, opened }: { typed: PurchaseDates; opened: Version },
  today = londonDay(new Date()),
): string[] {
  const before = openedDates(opened);
  const isPlan =
    pastChanges(typed, before, today).length === 0 && !hasNewsOfToday(typed, before, today);
  return isPlan ? unusualDates(typed, before, today) : [];
}

const unusualDates = (typed: PurchaseDates, before: PurchaseDates, today: string) => [
  ...doubtfulDates(typed, today),
  ...closedDays(typed, before),
];

function openedDates(opened: Version): PurchaseDates {
  const shown = SignificantDatesForm.safeParse(opened);
  return shown.success ? shown.data : toForm(NO_DATES);
}

const NO_DATES = Object.fromEntries(PURCHASE_DATES.map((name) => [name, null])) as Record<
  PurchaseDate,
  null
>;

/**
 * Adds the dates of legal steps that staff are saving together with the date of exchange, so that
 * these steps count as done.
 */
function withTyped(facts: StageFacts, typed: PurchaseDates): StageFacts {
  const days = { ...facts.days };
  for (const name of STAGE_DATES) days[name] = fromDateParts(typed[name]);
  return { ...facts, days };
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

type Saved = { before: PurchaseDates; yours: PurchaseDates; actor: Actor };

/** Author of a change: a member of staff, or a law firm with the name of its person. */
type DateAuthor = { actor: Actor } | { firm_person: string };

async function write(trx: Db, place: PurchasePlace, { before, yours, actor }: Saved) {
  for (const name of PURCHASE_DATES) {
    const change = { before: fromDateParts(before[name]), after: fromDateParts(yours[name]) };
    if (change.after !== change.before)
      await setDate(trx, place, { name, ...change, by: { actor } });
  }
}

/**
 * Saves a date and records an event. For a planned or withdrawn date, also queues a notification.
 */
async function setDate(
  trx: Db,
  place: PurchasePlace,
  {
    by,
    ...change
  }: { name: PurchaseDate; before: string | null; after: string | null; by: DateAuthor },
) {
  const { name, after } = change;
  await trx
    .updateTable("purchase_intents")
    .set({ [name]: after })
    .where("id", "=", place.purchase_intent_id)
    .where("transaction_id", "=", place.transaction_id)
    .execute();
  const { kind, comments } = dateChange(change, londonDay(new Date()));
  const event = { ...place, ...authorOf(by, comments) };
  const event_name = DATE_EVENTS[name];
  if (kind === "reached") {
    await recordEvent(trx, { ...event, event_name });
    return;
  }
  const side = sideOfEvent(event_name);
  await recordEvent(trx, { ...event, event_name: kind, type: side });
  await queueNotification(trx, { ...place, event_name, side });
}

function authorOf(by: DateAuthor, comments: string) {
  if ("firm_person" in by) {
    return { author: "provider", comments: `${comments}. Recorded by ${by.firm_person}` } as const;
  }
  const { id: author_id, request_id } = by.actor;
  return { author: "admin", author_id, request_id, comments } as const;
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
 * Records today as the date of a legal step, on the matter’s active purchase or, if none is active,
 * the newest. If the step already has a date, keeps it. Returns the stored day.
 * @throws NotFoundError; ConflictError if the matter has no purchase
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
    await setDate(trx, place, { name, before: null, after: today, by: { actor } });
    await recordAudit(trx, {
      actor,
      action: "significant_dates_updated",
      subject: { type: "purchase_intent", id: purchase.id },
      fields: [name],
    });
    return { day: today, known: false };
  });
}

/**
 * Records the day of a legal step that a law firm reports, on the purchase in which it acts, with
 * the same event and emails as when staff record it.
 * @param step.day today or an earlier day, such as "2026-12-09"
 * @param step.person name of the person who reports it
 * @throws ConflictError if the step has a day already
 */
export async function recordFirmDate(
  trx: Db,
  reader: FirmReader,
  place: PurchasePlace,
  { name, day, person }: { name: StageDate; day: string; person: string },
): Promise<void> {
  const before = await dates(trx, place).forUpdate().executeTakeFirstOrThrow(purchaseNotFound);
  if (before[name] !== null) throw new ConflictError("This step has already been recorded");
  const firm_person = `${person}, ${reader.firm}`;
  await setDate(trx, place, { name, before: null, after: day, by: { firm_person } });
  await recordFirmAudit(trx, reader, {
    action: "significant_dates_updated",
    subject: { type: "purchase_intent", id: place.purchase_intent_id },
    fields: [name],
  });
}
