import { tz } from "@date-fns/tz";
import { format } from "date-fns";
import { sql } from "kysely";
import { agentLabel } from "#app/domain/estate-agents/agent-label.ts";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { fullName } from "#app/domain/people/person.ts";
import type { WeeklyLeadsProps } from "#app/emails/weekly-leads.tsx";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, inTransaction } from "#db/connection.ts";

const inLondon = { in: tz("Europe/London") };

/** The hour after nine on Mondays, as the clocks in London go (AMB-G08). */
export function isTimeForWeeklyLeads(at: Date): boolean {
  return format(at, "i HH", inLondon) === "1 09";
}

/**
 * Queues the weekly leads email to everybody who is subscribed, valuers and office coordinators (M-056, X-043): one a
 * person and week, however often it is asked for and whatever the person is in which offices.
 *
 * @returns to how many people
 */
export async function queueWeeklyLeads(db: Db, at: Date): Promise<number> {
  const week = format(at, "RRRR-'W'II", inLondon);
  const recipients = await readRecipients(db);
  await inTransaction(db, async (trx) => {
    for (const { recipient, ...props } of recipients) {
      const dedupe_key = `weekly_leads:${week}:${recipient}`;
      await queueEmail(trx, { name: "weekly_leads", recipient, props, dedupe_key });
    }
  });
  return recipients.length;
}

type Recipient = { recipient: string; valuer_id: string | null; estate_agent_ids: string[] };

/** A coordinator whose offices have no valuer with a page of their own would be sent an email without a link. */
async function readRecipients(db: Db): Promise<Recipient[]> {
  const valuers = await db
    .selectFrom("valuers")
    .select(["id", "email"])
    .where("is_subscribed", "=", true)
    .where("email", "is not", null)
    .$narrowType<{ email: string }>()
    .orderBy("id")
    .execute();
  const coordinators = await db
    .selectFrom("office_coordinators as c")
    .select(["c.email", "c.estate_agent_id"])
    .where("c.is_subscribed", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("valuers as v")
          .select("v.id")
          .whereRef("v.estate_agent_id", "=", "c.estate_agent_id")
          .where("v.email", "is not", null),
      ),
    )
    .orderBy("c.estate_agent_id")
    .execute();
  const people = new Map<string, Recipient>();
  const person = (email: string) => {
    const recipient = email.toLowerCase();
    const known = people.get(recipient) ?? { recipient, valuer_id: null, estate_agent_ids: [] };
    people.set(recipient, known);
    return known;
  };
  for (const { id, email } of valuers) person(email).valuer_id = id;
  for (const { email, estate_agent_id } of coordinators)
    person(email).estate_agent_ids.push(estate_agent_id);
  return [...people.values()];
}

/**
 * The weekly email of one person: the page of their own as a valuer, and those of the valuers in the offices they
 * coordinate.
 *
 * @throws Error when the person has left meanwhile
 */
export async function readWeeklyLeads(
  db: Db,
  { valuer_id, estate_agent_ids }: Omit<Recipient, "recipient">,
): Promise<WeeklyLeadsProps> {
  const valuers = await db
    .selectFrom("valuers as v")
    .innerJoin("estate_agents as a", "a.id", "v.estate_agent_id")
    .leftJoin("brands as b", "b.id", "a.brand_id")
    .select(["v.id", "v.first_name", "v.last_name", "v.email"])
    .select(["a.office_name", "b.brand_name"])
    .where("v.email", "is not", null)
    .$narrowType<{ email: string }>()
    .where((eb) =>
      eb.or([
        eb("v.id", "=", anyOf(valuer_id === null ? [] : [valuer_id])),
        eb("v.estate_agent_id", "=", anyOf(estate_agent_ids)),
      ]),
    )
    .orderBy(sql`v.id is not distinct from ${valuer_id}`, "desc")
    .orderBy("a.office_name")
    .orderBy("v.first_name")
    .orderBy("v.id")
    .execute();
  const own = valuers.find(({ id }) => id === valuer_id);
  const coordinator = await db
    .selectFrom("office_coordinators")
    .select("first_name")
    .where("estate_agent_id", "=", anyOf(estate_agent_ids))
    .executeTakeFirst();
  const first_name = own?.first_name ?? coordinator?.first_name;
  if (!first_name || valuers.length === 0) throw new Error("The recipient has left");
  return {
    first_name,
    forms: valuers.map((valuer) => ({
      whose: fullName({ first_name: valuer.first_name, last_name: valuer.last_name ?? "" }),
      office: agentLabel(valuer),
      link: new URL(paths.leads.form(valuer.email), env.APP_URL).href,
    })),
  };
}

/** Of these ids, of which there may be none. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids})`;
}
