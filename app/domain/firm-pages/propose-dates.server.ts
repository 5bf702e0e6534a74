/** A law firm proposes dates, which staff agree with the other side and save. */

import { z } from "zod";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { comment } from "#app/domain/shared/free-text.server.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import { lockFirmMatter, personName } from "./firm-matter.server.ts";

/** Days ahead within which a proposed date is plausible. */
const MAX_DAYS_AHEAD = 730;

const proposed = () =>
  dateInput().superRefine((day, context) => {
    if (day === null) return;
    const today = londonDay(new Date());
    const message =
      day < today
        ? "The day must be today or later"
        : day > addDays(today, MAX_DAYS_AHEAD)
          ? "The day must be within 2 years"
          : null;
    if (message) context.addIssue({ code: "custom", message });
  });

/** Form with which a firm proposes dates. */
export const ProposedDatesForm = z
  .object({
    contract_pack: proposed(),
    exchange: proposed(),
    completion: proposed(),
    note: comment(500),
    person: personName(),
  })
  .superRefine(({ contract_pack, exchange, completion }, context) => {
    if (contract_pack === null && exchange === null && completion === null) {
      const message = "Enter at least one date";
      context.addIssue({ code: "custom", path: ["exchange"], message });
    }
    if (exchange !== null && completion !== null && completion < exchange) {
      const message = "Completion can’t be before exchange";
      context.addIssue({ code: "custom", path: ["completion"], message });
    }
  });

const LABELS = { contract_pack: "pack", exchange: "exchange", completion: "completion" } as const;

/** Maximum length of the title of a task. */
const MAX_TITLE = 200;

/**
 * Stores proposed dates as an event and as a task for today, which waits at the desk. The dates of
 * the matter don’t change until staff save them. A repeated submit makes one task.
 * @throws ConflictError if another firm acts now, or the matter has ended
 */
export async function proposeDates(
  trx: Db,
  reader: FirmReader,
  { person, note, ...dates }: z.output<typeof ProposedDatesForm>,
): Promise<void> {
  const { today } = await lockFirmMatter(trx, reader, person);
  const { transaction_id, purchase_intent_id, side, firm } = reader;
  const words = (["contract_pack", "exchange", "completion"] as const)
    .flatMap((name) => (dates[name] ? `${LABELS[name]} ${adminDate(dates[name])}` : []))
    .join(", ");
  const title = `Agree dates that ${firm} proposes: ${words}`.slice(0, MAX_TITLE);
  const known = await trx
    .selectFrom("tasks")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("title", "=", title)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (known) return;
  await trx.insertInto("tasks").values({ transaction_id, title, due_on: today }).execute();
  await recordEvent(trx, {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    event_name: "dates_proposed",
    type: side,
    author: "provider",
    comments: [`${firm}: ${words}. Proposed by ${person}`, note && `“${note}”`]
      .filter(Boolean)
      .join(": "),
  });
  const subject = { type: "transaction", id: transaction_id };
  await recordFirmAudit(trx, reader, { action: "dates_proposed", subject });
}
