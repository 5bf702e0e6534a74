/** A law firm accepts or declines an instruction on its page. */

import { sql } from "kysely";
import { z } from "zod";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, EmailNotNeededError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { streetLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { comment, freeText, optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { listStaffRecipients } from "#app/domain/staff/stand-ins.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { lockFirmMatter, personName } from "./firm-matter.server.ts";
import { hasWorkBegun } from "./firm-steps.ts";
import { DECLINE_LABELS, DECLINE_REASONS, isDeclineReason } from "./instruction-words.ts";

const MAX_NAME = 200;
const MAX_REFERENCE = 100;

/** Form with which a firm accepts an instruction. */
export const AcceptForm = z.object({
  fee_earner: freeText("Enter the fee earner", tooLong("Fee earner", MAX_NAME), { max: MAX_NAME }),
  firm_reference: optionalFreeText(tooLong("Your reference", MAX_REFERENCE), {
    max: MAX_REFERENCE,
  }),
  person: personName(),
});

/** Form with which a firm declines an instruction. */
export const DeclineForm = z
  .object({
    reason: z.enum(DECLINE_REASONS, { error: "Choose a reason" }),
    person: personName(),
    note: comment(),
  })
  .superRefine(({ reason, note }, context) => {
    if (reason !== "other" || note !== null) return;
    context.addIssue({ code: "custom", path: ["note"], message: "Tell us the reason" });
  });

/** Email to the matter’s handler after a firm has declined an instruction. */
export const instructionDeclinedEmail = queuedEmail(
  "instruction_declined",
  z.object({ answer_id: z.string() }),
);

/**
 * Records that the firm acts, with its fee earner and its reference. Repeated, it replaces the fee
 * earner and the reference.
 * @throws ConflictError if another firm acts now, or the matter has ended
 */
export async function acceptInstruction(
  trx: Db,
  reader: FirmReader,
  { person, fee_earner, firm_reference }: z.output<typeof AcceptForm>,
): Promise<void> {
  await lockFirmMatter(trx, reader, person);
  const answer = { answer: "accepted", fee_earner, firm_reference } as const;
  const stored = await storeAnswer(trx, reader, { ...answer, answered_by: person });
  if (!stored) return;
  await record(trx, reader, "instruction_accepted", `${fee_earner} acts. Accepted by ${person}`, [
    "fee_earner",
    ...(firm_reference ? ["firm_reference"] : []),
  ]);
}

/**
 * Records that the firm can’t act, and emails the matter’s handler. Until another firm replaces it,
 * the decline is the matter’s next step.
 * @throws ConflictError if the firm’s work has begun, another firm acts now, or the matter has
 * ended
 */
export async function declineInstruction(
  trx: Db,
  reader: FirmReader,
  { person, reason, note }: z.output<typeof DeclineForm>,
): Promise<void> {
  const { facts, today } = await lockFirmMatter(trx, reader, person);
  if (hasWorkBegun(facts, reader.side, today)) {
    throw new ConflictError(
      "Your firm’s work has begun, so you can’t decline here. Ask us a question to stop acting",
    );
  }
  const answer = { answer: "declined", reason, note } as const;
  const answer_id = await storeAnswer(trx, reader, { ...answer, answered_by: person });
  if (!answer_id) return;
  const words = [`${DECLINE_LABELS[reason]}. Declined by ${person}`, note && `“${note}”`];
  await record(trx, reader, "instruction_declined", words.filter(Boolean).join(": "), ["reason"]);
  await emailHandler(trx, reader, answer_id);
}

type Answer = { answered_by: string } & (
  | { answer: "accepted"; fee_earner: string; firm_reference: string | null }
  | { answer: "declined"; reason: (typeof DECLINE_REASONS)[number]; note: string | null }
);

/** Stores an answer. @returns its id; null if the firm has given the same answer before */
async function storeAnswer(trx: Db, reader: FirmReader, answer: Answer): Promise<string | null> {
  const { transaction_id, side, lawyer_group_id, purchase_intent_id } = reader;
  const none = { fee_earner: null, firm_reference: null, reason: null, note: null };
  const values = { ...none, ...answer };
  const { rows } = await sql<{ id: string }>`
    insert into instruction_answers (transaction_id, side, lawyer_group_id, purchase_intent_id,
      answer, fee_earner, firm_reference, reason, note, answered_by)
    values (${transaction_id}, ${side}, ${lawyer_group_id}, ${purchase_intent_id},
      ${values.answer}, ${values.fee_earner}, ${values.firm_reference}, ${values.reason},
      ${values.note}, ${values.answered_by})
    on conflict (transaction_id, side, lawyer_group_id, coalesce(purchase_intent_id, ''))
    do update set answer = excluded.answer, fee_earner = excluded.fee_earner,
      firm_reference = excluded.firm_reference, reason = excluded.reason, note = excluded.note,
      answered_by = excluded.answered_by,
      answered_at = case when instruction_answers.answer = excluded.answer
        then instruction_answers.answered_at else now() end
    where (instruction_answers.answer, instruction_answers.fee_earner,
        instruction_answers.firm_reference, instruction_answers.reason, instruction_answers.note)
      is distinct from (excluded.answer, excluded.fee_earner, excluded.firm_reference,
        excluded.reason, excluded.note)
    returning id::text`.execute(trx);
  return rows[0]?.id ?? null;
}

async function record(
  trx: Db,
  reader: FirmReader,
  action: "instruction_accepted" | "instruction_declined",
  words: string,
  fields: string[],
) {
  const { transaction_id, purchase_intent_id, side, firm } = reader;
  await recordEvent(trx, {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    event_name: action,
    type: side,
    author: "provider",
    comments: `${firm}: ${words}`,
  });
  const subject = { type: "transaction", id: transaction_id };
  await recordFirmAudit(trx, reader, { action, subject, fields });
}

/** Emails the handler and, while the handler is away, the stand-in; the team if there is none. */
async function emailHandler(trx: Db, { transaction_id }: FirmReader, answer_id: string) {
  const { handler_id } = await trx
    .selectFrom("transactions")
    .select("handler_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const people = handler_id === null ? [] : await listStaffRecipients(trx, handler_id);
  const recipients = people.length > 0 ? people : [{ id: "team", email: env.TEAM_EMAIL }];
  for (const { email } of recipients) {
    await queueEmail(trx, {
      email: instructionDeclinedEmail,
      recipient: email,
      props: { answer_id },
    });
  }
}

/**
 * Returns the content of the email to the handler about a declined instruction.
 * @throws EmailNotNeededError if the firm has accepted since then, or has been replaced
 */
export async function readDeclinedEmail(db: Db, { answer_id }: { answer_id: string }) {
  const found = await db
    .selectFrom("instruction_answers as answer")
    .innerJoin("transactions", "transactions.id", "answer.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("lawyer_groups", "lawyer_groups.id", "answer.lawyer_group_id")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["answer.side", "answer.reason", "answer.note", "answer.answered_by"])
    .select(["transactions.id", "law_firms.name as firm"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("answer.id", "=", answer_id)
    .where("answer.answer", "=", "declined")
    .where(
      sql<boolean>`answer.lawyer_group_id = case answer.side
        when 'seller' then transactions.seller_lawyer_group_id
        else transactions.buyer_lawyer_group_id end`,
    )
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const { id, address, reason, ...answer } = found;
  const code = reason ?? undefined;
  return {
    ...answer,
    street: streetLine(address),
    reason: isDeclineReason(code) ? DECLINE_LABELS[code] : "",
    page: siteUrl(paths.admin.putRightSolicitors(id, found.side)),
  };
}
