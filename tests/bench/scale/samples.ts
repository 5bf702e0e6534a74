import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

export type Sample = {
  agent: string;
  lawyers: string;
  group: string;
  brand: string;
  /** All stages and all possible holders occur equally often. */
  stage: string;
  holder: string;
  matter: string;
  /** A matter of the older half. A page after it is deep in every list. */
  oldMatter: string;
  user: string;
  /** A mortgage referral. Half of the referrals come after it. */
  referral: string;
  /** An invitation to sell. Half of the invitations come after it. */
  invitation: string;
  /** A payment review, open or resolved. */
  review: string;
  email: string;
  firstName: string;
  /** A last name of eight letters or more. */
  word: string;
};

const columns = {
  // Each agent or law firm occurs in proportion to its number of matters.
  agent: sql`select estate_agent_id from transactions where estate_agent_id is not null`,
  lawyers: sql`select seller_lawyer_group_id from transactions where seller_lawyer_group_id is not null`,
  group: sql`select id from transaction_groups`,
  brand: sql`select id from brands`,
  stage: sql`select distinct stage from listed_transactions`,
  holder: sql`select distinct holder from listed_transactions where holder is not null`,
  matter: sql`select id from transactions`,
  oldMatter: sql`select id from transactions
    where created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from transactions)`,
  user: sql`select id from users where active`,
  referral: sql`select id from adviser_referrals where kind = 'mortgage'
    and sort_name >= (select percentile_disc(0.5) within group (order by sort_name)
      from adviser_referrals where kind = 'mortgage')`,
  invitation: sql`select id from invitations where role = 'sell' and updated_at < (
    select percentile_disc(0.5) within group (order by updated_at) from invitations where role = 'sell')`,
  review: sql`select id from payment_reviews`,
  email: sql`select id from inbound_emails where transaction_id is null`,
  firstName: sql`select first_name from users`,
  word: sql`select last_name from users where length(last_name) >= 8`,
} as const satisfies Record<keyof Sample, unknown>;

/**
 * Returns `count` samples, always the same ones for the same rows. Values repeat if a query finds
 * too few.
 */
export async function readSamples(db: Db, count: number): Promise<Sample[]> {
  const drawn = new Map<string, string[]>();
  for (const [name, rows] of Object.entries(columns)) {
    const { rows: values } = await sql<{ value: string }>`
      select value from (${rows}) as rows(value)
      order by md5(value || row_number() over (order by value) || ${name}) limit ${count}`.execute(
      db,
    );
    drawn.set(
      name,
      values.map(({ value }) => value),
    );
  }
  const pick = (name: keyof Sample, turn: number) => {
    const values = drawn.get(name) ?? [];
    const value = values[turn % values.length];
    if (value === undefined) throw new Error(`There is no ${name} to ask about`);
    return value;
  };
  return Array.from({ length: count }, (_, turn) => ({
    agent: pick("agent", turn),
    lawyers: pick("lawyers", turn),
    group: pick("group", turn),
    brand: pick("brand", turn),
    stage: pick("stage", turn),
    holder: pick("holder", turn),
    matter: pick("matter", turn),
    oldMatter: pick("oldMatter", turn),
    user: pick("user", turn),
    referral: pick("referral", turn),
    invitation: pick("invitation", turn),
    review: pick("review", turn),
    email: pick("email", turn),
    firstName: pick("firstName", turn),
    word: pick("word", turn),
  }));
}
