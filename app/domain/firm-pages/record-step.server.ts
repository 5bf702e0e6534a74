/** A law firm records a step that it has taken. */

import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordFirmDate } from "#app/domain/purchases/significant-dates.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { recordFirmPackReady } from "#app/domain/sales/contract-pack.server.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";
import { lockFirmMatter, personName } from "./firm-matter.server.ts";
import { FIRM_STEPS, type FirmStep, firmSteps, stepToRecord } from "./firm-steps.ts";

/** Form with which a firm records a step, with the day on which it took the step. */
export const FirmStepForm = z.object({
  step: z.enum(FIRM_STEPS),
  day: dateInput().transform((day, context) => {
    if (day !== null && day <= londonDay(new Date())) return day;
    const message =
      day === null
        ? "Enter the day"
        : "The day must be today or earlier. For a later day, propose dates";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  person: personName(),
});

const DATES = {
  contract_pack_sent: "contract_pack_sent_on",
  enquiries_raised: "enquiries_raised_on",
  enquiries_answered: "enquiries_answered_on",
} as const satisfies Record<Exclude<FirmStep, "contract_pack_ready">, string>;

/**
 * Records a step with its day, as staff would. The same events and emails follow.
 * @throws ConflictError if the step has been recorded or is not open, another firm acts now, or the
 * matter has ended
 */
export async function recordFirmStep(
  trx: Db,
  reader: FirmReader,
  { person, step, day }: z.output<typeof FirmStepForm>,
): Promise<void> {
  const { facts, today, active_purchase_id } = await lockFirmMatter(trx, reader, person);
  if (facts.waits.declined_on[reader.side] !== null) {
    throw new ConflictError("Your firm has declined. Accept the instruction first");
  }
  if (stepToRecord(firmSteps(facts, reader.side, today)) !== step) {
    throw new ConflictError("This step has been recorded, or isn’t open yet");
  }
  if (step === "contract_pack_ready") {
    await recordFirmPackReady(trx, reader, { ready_on: day, person });
    return;
  }
  if (active_purchase_id === null) throw new ConflictError("This sale has no buyer yet");
  const place = {
    transaction_id: reader.transaction_id,
    purchase_intent_id: active_purchase_id,
  };
  await recordFirmDate(trx, reader, place, { name: DATES[step], day, person });
}
