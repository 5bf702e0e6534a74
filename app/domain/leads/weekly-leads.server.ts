import { sql } from "kysely";
import { queueEmail } from "#app/domain/emails/outbox.server.ts";
import { agentNames } from "#app/domain/estate-agents/agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { inLondon } from "#app/domain/fields/dates.ts";
import { fullName } from "#app/domain/people/person.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

/** The hour after nine on Mondays, as the clocks in London go (AMB-G08). */
export function isTimeForWeeklyLeads(at: Date): boolean {
  return inLondon(at, "i HH") === "1 09";
}

/**
 * Queues the weekly leads email to everyone who is subscribed, valuers and office coordinators (M-056, X-043): one a
 * person and week, however often it is asked for and whatever the person is in which offices.
 *
 * @returns to how many people
 */
export async function queueWeeklyLeads(db: Db, at: Date): Promise<number> {
  const week = inLondon(at, "RRRR-'W'II");
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
  { valuer_id, estate_agent_ids }: { valuer_id: string | null; estate_agent_ids: string[] },
) {
  const valuers = await db
    .selectFrom("valuers as v")
    .innerJoin(agentNames(), "estate_agents.id", "v.estate_agent_id")
    .select(["v.id", "v.first_name", "v.last_name", "v.email"])
    .select(["office_name", "brand_name"])
    .where("v.email", "is not", null)
    .$narrowType<{ email: string }>()
    .where((eb) =>
      eb.or([
        eb("v.id", "=", anyId(valuer_id === null ? [] : [valuer_id])),
        eb("v.estate_agent_id", "=", anyId(estate_agent_ids)),
      ]),
    )
    .orderBy(sql`v.id is not distinct from ${valuer_id}`, "desc")
    .orderBy("office_name")
    .orderBy("v.first_name")
    .orderBy("v.id")
    .execute();
  const own = valuers.find(({ id }) => id === valuer_id);
  const coordinator = await db
    .selectFrom("office_coordinators")
    .select("first_name")
    .where("estate_agent_id", "=", anyId(estate_agent_ids))
    .executeTakeFirst();
  const first_name = own?.first_name ?? coordinator?.first_name;
  if (!first_name || valuers.length === 0) throw new Error("The recipient has left");
  return {
    first_name,
    forms: valuers.map((valuer) => ({
      whose: fullName(valuer),
      office: agentLabel(valuer),
      link: siteUrl(paths.leads.form(valuer.email)),
    })),
  };
}

/** Of these ids, of which there may be none. */
function anyId(ids: readonly string[]) {
  return sql<string>`any(${ids})`;
}
