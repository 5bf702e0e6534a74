/** A firm’s page for a question about its step, which works with a link and without an account. */

import { sql } from "kysely";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { LinkReader } from "#app/domain/readers/reader.ts";
import { streetLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { comment, freeText, optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { addDays, addWorkingDays } from "#app/domain/shared/working-days.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { listStaffRecipients } from "#app/domain/staff/stand-ins.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { firmAnsweredEmail } from "./chase-emails.server.ts";
import {
  answerText,
  CHASE_ANSWERS,
  CHASED_STEPS,
  FIRM_LABELS,
  isChasedStep,
  firmOf,
} from "./chase-words.ts";
import { readFirmContact } from "./chased-matter.server.ts";

const MAX_NAME = 200;
/** Days ahead within which a firm’s day is plausible. */
const MAX_DAYS_AHEAD = 365;

const DAY_REQUIRED = "Enter the day by which you’ll do this";
const DAY_PAST = "The day must be today or later";
const DAY_FAR = "The day must be within a year";

const longName = (label: string) => tooLong(label, MAX_NAME);

/** Form in which a firm answers. The day and the person count only for their own answer. */
export const ChaseAnswerForm = z
  .object({
    answer: z.enum(CHASE_ANSWERS, { error: "Choose an answer" }),
    day: z.unknown().optional(),
    waiting_for: optionalFreeText(longName("The person you’re waiting for"), { max: MAX_NAME }),
    note: comment(),
    name: freeText("Enter your name", longName("Your name"), { max: MAX_NAME }),
  })
  .transform(({ day, ...form }, context) => {
    const by = form.answer === "by_day" ? readDay(day, context) : null;
    const waiting_for = form.answer === "waiting" ? form.waiting_for : null;
    if (form.answer === "waiting" && waiting_for === null) {
      const message = "Enter who you’re waiting for";
      context.addIssue({ code: "custom", path: ["waiting_for"], message });
    }
    return { ...form, waiting_for, day: by };
  });

type ChaseAnswerInput = z.output<typeof ChaseAnswerForm>;

function readDay(typed: unknown, context: z.RefinementCtx): string | null {
  const parsed = dateInput().safeParse(typed ?? {});
  if (!parsed.success) {
    for (const { message, path } of parsed.error.issues) {
      context.addIssue({ code: "custom", path: ["day", ...path], message });
    }
    return null;
  }
  const message = dayProblem(parsed.data, londonDay(new Date()));
  if (message) context.addIssue({ code: "custom", path: ["day"], message });
  return parsed.data;
}

function dayProblem(day: string | null, today: string): string | null {
  if (day === null) return DAY_REQUIRED;
  if (day < today) return DAY_PAST;
  return day > addDays(today, MAX_DAYS_AHEAD) ? DAY_FAR : null;
}

/**
 * Returns the id of the question that a link is for; null if the link is wrong. Changes nothing,
 * because mail scanners open every link.
 */
export async function findChase(
  db: Db,
  { id, token }: { id: string; token: string },
): Promise<string | null> {
  if (!isObjectId(id)) return null;
  const chase = await db
    .selectFrom("chases")
    .select("id")
    .where("id", "=", id)
    .where("token_hash", "=", sha256(token))
    .executeTakeFirst();
  return chase?.id ?? null;
}

export type ChaseState =
  | "open"
  | "answered"
  | "expired"
  | "step_done"
  | "firm_replaced"
  | "matter_ended"
  | "asked_again";

/** Returns a question as its firm’s page shows it, without names of customers. */
export async function readChaseQuestion(db: Db, { id }: LinkReader<"chase">, now: Date) {
  const chase = await selectChase(db, id)
    .innerJoin("transactions", "transactions.id", "chases.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("users as asker", "asker.id", "chases.asked_by")
    .select(["transactions.number", "asker.first_name as asked_by_name"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .executeTakeFirstOrThrow();
  const { step, asked_at, expires_at, address, answered_at } = chase;
  return {
    state: stateOf(chase, now),
    street: streetLine(address),
    reference: formatMatterNumber(chase.number),
    step: isChasedStep(step) ? step : null,
    /** First name of the member of staff who asked; null if they have been deleted. */
    asked_by: chase.asked_by_name,
    answer_by: chase.follow_up_on,
    asked_at,
    expires_at,
    answered_at,
  };
}

function stateOf(
  {
    answer,
    end_reason,
    expires_at,
  }: { answer: string | null; end_reason: ChaseState | null; expires_at: Date },
  now: Date,
): ChaseState {
  if (answer !== null) return "answered";
  return end_reason ?? (expires_at <= now ? "expired" : "open");
}

function selectChase(db: Db, id: string) {
  return db
    .selectFrom("chases")
    .select(["chases.id", "chases.transaction_id", "chases.purchase_intent_id", "chases.side"])
    .select(["chases.step", "chases.lawyer_group_id", "chases.estate_agent_id"])
    .select(["chases.asked_at", "chases.asked_by", "chases.expires_at", "chases.answer"])
    .select(["chases.answered_at", "chases.end_reason", "chases.follow_up_on"])
    .where("chases.id", "=", id);
}

/**
 * Stores a firm’s answer, which works once, and emails the matter’s handler. “Done” makes a task to
 * record the step, and “not ours” a task for today. A day moves the follow-up to the working day
 * after it. The same answer again does nothing, for a button that was pressed twice.
 * @throws ConflictError if the question has another answer, has expired or has ended
 */
export async function answerChase(
  trx: Db,
  { id }: LinkReader<"chase">,
  given: ChaseAnswerInput,
): Promise<void> {
  const { answer, day, waiting_for, note, name } = given;
  const { transaction_id } = await selectChase(trx, id).executeTakeFirstOrThrow();
  await lockMatter(trx, transaction_id);
  const chase = await trx
    .updateTable("chases")
    .set({
      answer,
      answer_day: day,
      answer_waiting_for: waiting_for,
      answer_note: note,
      answered_by: name,
      answered_at: sql`now()`,
      ...(day && { follow_up_on: addWorkingDays(day, 1), followed_up_at: null }),
    })
    .where("id", "=", id)
    .where("answer", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["side", "step", "lawyer_group_id", "estate_agent_id", "asked_by"])
    .returning(["purchase_intent_id", "answer", "answer_day", "answer_waiting_for"])
    .executeTakeFirst();
  if (!chase) {
    if (await isStored(trx, id, given)) return;
    throw new ConflictError("This question no longer needs an answer");
  }
  const today = londonDay(new Date());
  const firm = await nameFirm(trx, chase);
  const text = answerText(chase, today) ?? "";
  const { purchase_intent_id, side } = chase;
  await recordEvent(trx, {
    transaction_id,
    ...(purchase_intent_id && { purchase_intent_id }),
    event_name: "firm_answered",
    type: side,
    author: "provider",
    comments: `${firm}: ${text}`,
  });
  await followAnswer(trx, { chase_id: id, transaction_id, firm, answer, step: chase.step, today });
  await emailHandler(trx, { chase_id: id, transaction_id, asked_by: chase.asked_by });
}

async function isStored(
  trx: Db,
  id: string,
  { answer, day, waiting_for, note, name }: ChaseAnswerInput,
): Promise<boolean> {
  const same = await trx
    .selectFrom("chases")
    .select("id")
    .where("id", "=", id)
    .where("answer", "=", answer)
    .where("answer_day", "is not distinct from", day)
    .where("answer_waiting_for", "is not distinct from", waiting_for)
    .where("answer_note", "is not distinct from", note)
    .where("answered_by", "=", name)
    .executeTakeFirst();
  return same !== undefined;
}

async function nameFirm(
  trx: Db,
  {
    side,
    lawyer_group_id,
    estate_agent_id,
  }: {
    side: "seller" | "buyer";
    lawyer_group_id: string | null;
    estate_agent_id: string | null;
  },
) {
  const firm = firmOf({ side, estate_agent_id });
  const id = lawyer_group_id ?? estate_agent_id;
  return id === null ? FIRM_LABELS[firm] : (await readFirmContact(trx, { firm, id })).name;
}

type Answered = {
  chase_id: string;
  transaction_id: string;
  firm: string;
  answer: ChaseAnswerInput["answer"];
  step: string;
  today: string;
};

/** Any open task to ask again is done, because the firm has answered. */
async function followAnswer(trx: Db, answered: Answered) {
  const { chase_id, transaction_id, firm, answer, step, today } = answered;
  await trx
    .updateTable("tasks")
    .set((eb) => ({ done_at: sql`now()`, version: eb("version", "+", 1) }))
    .where("chase_id", "=", chase_id)
    .where("done_at", "is", null)
    .execute();
  const title =
    answer === "done" && isChasedStep(step)
      ? CHASED_STEPS[step].record
      : answer === "not_ours"
        ? `${firm} say this isn’t theirs: check who has it`
        : null;
  if (title === null) return;
  await trx
    .insertInto("tasks")
    .values({ transaction_id, chase_id, title: title.slice(0, 200), due_on: today })
    .execute();
}

/**
 * Emails the handler or, if the matter has none who works here, the person who asked. While that
 * person is away, emails the stand-in too.
 */
async function emailHandler(
  trx: Db,
  {
    chase_id,
    transaction_id,
    asked_by,
  }: { chase_id: string; transaction_id: string; asked_by: string | null },
) {
  const staff = await trx
    .selectFrom("transactions")
    .innerJoin("users", (join) =>
      join.on(sql<boolean>`users.id in (transactions.handler_id, ${asked_by})`),
    )
    .select("users.id")
    .where("transactions.id", "=", transaction_id)
    .where("users.active", "=", true)
    .orderBy(sql`users.id = transactions.handler_id`, (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!staff) return;
  for (const { id: user_id, email } of await listStaffRecipients(trx, staff.id)) {
    await queueEmail(trx, {
      email: firmAnsweredEmail,
      recipient: email,
      user_id,
      props: { chase_id, user_id },
      dedupe_key: `firm_answered:${chase_id}:${user_id}`,
    });
  }
}
