/** Questions to firms about the step that they have, as staff send them and everyone reads them. */

import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { readUnreachable } from "#app/domain/deliveries/undelivered.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { isBuyerSql, isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import { addressLine, streetLine } from "#app/domain/shared/address.ts";
import { adminDate, londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { lockMatter, requireTransactionId } from "#app/domain/transactions/matter.server.ts";
import { sha256, randomId } from "#app/platform/secrets.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import {
  CHASE_DAYS,
  type ChasedFirm,
  chaseLetter,
  FIRM_LABELS,
  FIRM_SIDES,
  followUpDay,
  firmOf,
} from "./chase-words.ts";
import { firmId, readChasedMatter, readFirmContact } from "./chased-matter.server.ts";

export const firmChaseEmail = queuedEmail("firm_chase", z.object({ chase_id: z.string() }));

type Place = { transaction_id: string; firm: ChasedFirm };

/**
 * Returns what a question to a firm would send, for staff to confirm. `refusal` is the reason why
 * the firm can’t be asked now; null if it can.
 * @throws NotFoundError
 */
export async function planChase(db: Db, reader: StaffReader, place: Place) {
  const plan = await buildPlan(db, place, new Date());
  const unreachable = await readUnreachable(db, reader, [plan.to, ...plan.cc]);
  await reader.recordView({ record: { type: "transaction", id: place.transaction_id } });
  return {
    ...plan,
    bounced: [plan.to, ...plan.cc].flatMap((address) => {
      const failed = address && unreachable.get(address.toLowerCase());
      return failed ? [{ address, failed_on: adminDate(failed.failed_at) }] : [];
    }),
  };
}

async function buildPlan(db: Db, { transaction_id, firm }: Place, now: Date) {
  const today = londonDay(now);
  const matter = await readChasedMatter(db, transaction_id, today);
  const step = matter.targets.find((target) => target.firm === firm)?.step ?? null;
  const id = firmId(matter, firm);
  const contact = id === null ? null : await readFirmContact(db, { firm, id });
  const asked = step === null ? null : await findAsked(db, { transaction_id, firm, step });
  const property = addressLine(matter.address);
  const name = contact?.name ?? FIRM_LABELS[firm];
  return {
    firm,
    step,
    name,
    to: contact?.to ?? null,
    cc: contact?.cc ?? [],
    follow_up_on: followUpDay(today),
    matter,
    refusal: refusalOf({ step, name, to: contact?.to ?? null, asked }, today),
    letter:
      step &&
      chaseLetter({
        step,
        property,
        street: streetLine(matter.address),
        first_name: contact?.first_name ?? null,
        reference: formatMatterNumber(matter.number),
        answer_by: sentenceDate(followUpDay(today), today),
        expires_on: sentenceDate(addDays(today, CHASE_DAYS), today),
      }),
  };
}

type Asked = { asked_at: Date; follow_up_on: string; answer: string | null };

function refusalOf(
  {
    step,
    name,
    to,
    asked,
  }: { step: string | null; name: string; to: string | null; asked: Asked | null },
  today: string,
): string | null {
  if (step === null) return `${name} has no step to be asked about now.`;
  if (to === null) return `${name} has no contact with an email address. Add one first.`;
  if (!asked || asked.answer !== null || asked.follow_up_on <= today) return null;
  return `We asked ${name} on ${sentenceDate(asked.asked_at, today)}. You can ask again on ${sentenceDate(asked.follow_up_on, today)}.`;
}

async function findAsked(db: Db, { transaction_id, firm, step }: Place & { step: string }) {
  const asked = await db
    .selectFrom("chases")
    .select(["asked_at", "follow_up_on", "answer"])
    .where("transaction_id", "=", transaction_id)
    .where("side", "=", FIRM_SIDES[firm])
    .where("step", "=", step)
    .where("ended_at", "is", null)
    .orderBy("asked_at", "desc")
    .executeTakeFirst();
  return asked ?? null;
}

/** Step and addresses that staff confirmed. */
type ConfirmedChase = { step: string; recipients: string };

/** Returns the addresses of a planned question as one text, to compare them later. */
export function recipientsText({ to, cc }: { to: string | null; cc: readonly string[] }): string {
  return [to, ...cc].filter(Boolean).join(", ");
}

/**
 * Asks a firm about its step by email, and follows up on the third working day. An earlier question
 * about the same step ends.
 * @throws NotFoundError; ConflictError if the firm was asked recently, or the step or the addresses
 * have changed since staff saw them
 */
export async function sendChase(
  trx: Db,
  place: Place,
  { actor, confirmed }: { actor: Actor; confirmed: ConfirmedChase },
): Promise<void> {
  const { transaction_id, firm } = place;
  await lockMatter(trx, transaction_id);
  const plan = await buildPlan(trx, place, new Date());
  const { step, to, name, matter, refusal, follow_up_on } = plan;
  if (refusal) throw new ConflictError(refusal);
  if (step !== confirmed.step || recipientsText(plan) !== confirmed.recipients || !to) {
    throw new ConflictError("The step or the addresses have changed. Check them and try again.");
  }
  const side = FIRM_SIDES[firm];
  const id = firmId(matter, firm);
  await endEarlier(trx, { transaction_id, side, step });
  const { id: chase_id } = await trx
    .insertInto("chases")
    .values({
      transaction_id,
      purchase_intent_id: side === "buyer" ? matter.purchase_intent_id : null,
      side,
      step,
      lawyer_group_id: firm === "estate_agent" ? null : id,
      estate_agent_id: firm === "estate_agent" ? id : null,
      asked_by: actor.id,
      follow_up_on,
      // The link gets its token when the email is written.
      token_hash: sha256(randomId()),
      expires_at: sql`now() + make_interval(days => ${CHASE_DAYS})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordStaffEvent(trx, {
    actor,
    transaction_id,
    ...(side === "buyer" &&
      matter.purchase_intent_id && { purchase_intent_id: matter.purchase_intent_id }),
    event_name: "firm_chased",
    type: side,
    comments: `${name}: ${plan.letter?.subject ?? step}`,
  });
  await queueEmail(trx, {
    email: firmChaseEmail,
    recipient: to,
    transaction_id,
    props: { chase_id },
    dedupe_key: `firm_chase:${chase_id}`,
  });
}

async function endEarlier(
  trx: Db,
  { transaction_id, side, step }: { transaction_id: string; side: string; step: string },
) {
  const ended = await trx
    .updateTable("chases")
    .set({ ended_at: sql`now()`, end_reason: "asked_again" })
    .where("transaction_id", "=", transaction_id)
    .where("side", "=", side === "buyer" ? "buyer" : "seller")
    .where("step", "=", step)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  if (ended.length === 0) return;
  await trx
    .updateTable("tasks")
    .set((eb) => ({ done_at: sql`now()`, version: eb("version", "+", 1) }))
    .where(
      "chase_id",
      "in",
      ended.map(({ id }) => id),
    )
    .where("done_at", "is", null)
    .execute();
}

/** Returns the questions of a matter that have not ended, newest first. */
function openChases(db: Db, transaction_id: string) {
  return db
    .selectFrom("chases")
    .leftJoin("lawyer_groups", "lawyer_groups.id", "chases.lawyer_group_id")
    .leftJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .leftJoin("estate_agents", "estate_agents.id", "chases.estate_agent_id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select([
      "chases.id",
      "chases.side",
      "chases.step",
      "chases.estate_agent_id",
      "chases.asked_at",
      "chases.follow_up_on",
      "chases.answer",
      "chases.answer_day",
      "chases.answer_waiting_for",
      "chases.answer_note",
      "chases.answered_by",
      "chases.answered_at",
    ])
    .select(
      sql<string>`coalesce(law_firms.name::text, nullif(estate_agents.office_name::text, ''),
        brands.brand_name::text, 'Unknown Agent')`.as("firm_name"),
    )
    .where("chases.transaction_id", "=", transaction_id)
    .where("chases.ended_at", "is", null)
    .orderBy("chases.asked_at", "desc")
    .orderBy("chases.id", "desc")
    .limit(MAX_CHASES);
}

/** Maximum number of open questions that pages show. A matter has at most one per firm and step. */
const MAX_CHASES = 20;

/**
 * Returns the firms of a matter that can be asked about their step, and the questions that have not
 * ended, with their answers.
 * @throws NotFoundError
 */
export async function readChases(db: Db, reader: StaffReader, transaction_id: string) {
  const { targets } = await readChasedMatter(db, transaction_id, londonDay(new Date()));
  const chases = await openChases(db, transaction_id).execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    targets,
    chases: chases.map((chase) => ({ ...chase, firm: firmOf(chase) })),
  };
}

/**
 * Lists the open questions of a matter for a customer of it, without the names of firms and without
 * the words of an answer.
 * @throws NotFoundError for a matter of someone else
 */
export async function listAsked(
  db: Db,
  { transaction_id, reader }: { transaction_id: string; reader: Reader },
) {
  requireTransactionId(transaction_id);
  const chases = await openChases(db, transaction_id)
    .innerJoin("transactions", "transactions.id", "chases.transaction_id")
    .$if(reader.type !== "admin", (query) =>
      query.where((eb) =>
        eb.or([
          isSellerSql(reader.id),
          eb.exists(
            eb
              .selectFrom("purchase_intents")
              .select("purchase_intents.id")
              .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
              .where("purchase_intents.is_active", "=", true)
              .where(isBuyerSql(reader.id)),
          ),
        ]),
      ),
    )
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return chases.map(({ side, estate_agent_id, asked_at, follow_up_on, ...chase }) => ({
    firm: firmOf({ side, estate_agent_id }),
    step: chase.step,
    asked_on: londonDay(asked_at),
    follow_up_on,
    answer: chase.answer,
    answer_day: chase.answer_day,
    answer_waiting_for: null,
  }));
}
