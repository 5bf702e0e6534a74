/** How fast law firms are, and the open matters in which they act. */

import { sql } from "kysely";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import type { Db } from "#db/connection.ts";
import { MIN_MATTERS_FOR_SELLERS, type UsualDays, usualDays } from "./usual-days.ts";

/** Steps whose duration is counted: the answer to an instruction, the pack and the enquiries. */
const SPEED_STEPS = ["accept", "pack", "enquiries"] as const;
export type SpeedStep = (typeof SPEED_STEPS)[number];

export type FirmSpeed = Record<SpeedStep, UsualDays | null>;

/** Number of accepted instructions of each group that count, newest first. */
const COUNTED = 100;

type Row = { lawyer_group_id: string } & Record<`${SpeedStep}_${"from" | "to"}`, string | null>;

/**
 * Reads the days of the steps of the newest accepted instructions. The pack counts from the
 * acceptance; enquiries count from the pack until they are raised for the buyer’s firm, and from
 * then until they are answered for the seller’s.
 */
async function readSpans(db: Db, lawyer_group_ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select answer.lawyer_group_id,
      (letter.sent_at at time zone 'Europe/London')::date::text as accept_from,
      (answer.answered_at at time zone 'Europe/London')::date::text as accept_to,
      case when side = 'seller' then (answer.answered_at at time zone 'Europe/London')::date::text end
        as pack_from,
      case when side = 'seller' then listed.contract_pack_ready_on::text end as pack_to,
      case side when 'seller' then listed.enquiries_raised_on::text
        else listed.contract_pack_sent_on::text end as enquiries_from,
      case side when 'seller' then listed.enquiries_answered_on::text
        else listed.enquiries_raised_on::text end as enquiries_to
    from unnest(${[...lawyer_group_ids]}::text[]) as wanted (id)
    cross join lateral (
      select * from instruction_answers
      where lawyer_group_id = wanted.id and instruction_answers.answer = 'accepted'
      order by answered_at desc limit ${COUNTED}) as answer
    join listed_transactions as listed on listed.id = answer.transaction_id
    left join lateral (
      select min(created_at) as sent_at from solicitor_letters
      join solicitor_letter_matters as about on about.letter_id = solicitor_letters.id
      where about.transaction_id = answer.transaction_id
        and solicitor_letters.side = answer.side
        and solicitor_letters.lawyer_group_id = answer.lawyer_group_id) as letter on true`.execute(
    db,
  );
  return rows;
}

function speedOf(rows: readonly Row[]): FirmSpeed {
  const usual = (step: SpeedStep) =>
    usualDays(rows.map((row) => ({ from: row[`${step}_from`], to: row[`${step}_to`] })));
  return { accept: usual("accept"), pack: usual("pack"), enquiries: usual("enquiries") };
}

/** Returns how fast a law firm usually is, over all its lawyer groups. */
export async function readFirmSpeed(db: Db, law_firm_id: string): Promise<FirmSpeed> {
  return speedOf(await readSpans(db, await listGroupIds(db, law_firm_id)));
}

/**
 * Returns within how many working days lawyer groups usually accept, by the id of the group. Groups
 * with fewer than ten matters are left out.
 */
export async function readUsualAcceptance(
  db: Db,
  lawyer_group_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await readSpans(db, lawyer_group_ids);
  return new Map(
    lawyer_group_ids.flatMap((id) => {
      const { accept } = speedOf(rows.filter(({ lawyer_group_id }) => lawyer_group_id === id));
      return accept && accept.matters >= MIN_MATTERS_FOR_SELLERS ? [[id, accept.working_days]] : [];
    }),
  );
}

/** Number of open matters that the page of a firm lists. */
const SHOWN_MATTERS = 25;

/** Lists the open matters in which a law firm acts, newest first, with its side and the stage. */
export async function listOpenMatters(db: Db, reader: StaffReader, law_firm_id: string) {
  const groups = await listGroupIds(db, law_firm_id);
  const matters =
    groups.length === 0
      ? []
      : await db
          .selectFrom("transactions")
          .innerJoin("listed_transactions as listed", "listed.id", "transactions.id")
          .innerJoin("properties", "properties.id", "transactions.property_id")
          .select(["transactions.id", "transactions.number", "listed.stage", "listed.holder"])
          .select(["listed.since", "transactions.seller_lawyer_group_id"])
          .select(selectAddress("properties.address_id").$notNull().as("address"))
          .where((eb) =>
            eb.or([
              eb("transactions.seller_lawyer_group_id", "in", groups),
              eb("transactions.buyer_lawyer_group_id", "in", groups),
            ]),
          )
          .where("listed.stage", "not in", ["completed", "aborted"])
          .orderBy("transactions.created_at", "desc")
          .orderBy("transactions.id", "desc")
          .limit(SHOWN_MATTERS + 1)
          .execute();
  await reader.recordView({ record: { type: "law_firm", id: law_firm_id } });
  return {
    has_more: matters.length > SHOWN_MATTERS,
    matters: matters
      .slice(0, SHOWN_MATTERS)
      .map(({ seller_lawyer_group_id: seller, ...matter }) => ({
        ...matter,
        side: seller !== null && groups.includes(seller) ? ("seller" as const) : ("buyer" as const),
      })),
  };
}

async function listGroupIds(db: Db, law_firm_id: string): Promise<string[]> {
  const groups = await db
    .selectFrom("lawyer_groups")
    .select("id")
    .where("law_firm_id", "=", law_firm_id)
    .execute();
  return groups.map(({ id }) => id);
}
