import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import { agentNames } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { formatInLondon } from "#app/domain/shared/dates.server.ts";
import { leadPrice } from "#app/domain/shared/form-rules.server.ts";
import { comment, freeText } from "#app/domain/shared/free-text.server.ts";
import {
  emailAddress,
  fullPersonName,
  optionalEmailAddress,
  optionalName,
} from "#app/domain/shared/names.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { optionalPhoneNumber, phoneNumber } from "#app/domain/shared/phone.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  CLIENT_AWARENESS,
  LEAD_WARMTHS,
  MAX_LEADS,
  SELECT_AWARENESS,
  SELECT_WARMTH,
} from "./lead-choices.ts";
import { invalidLeadPhone, tooLong } from "#app/domain/shared/messages.ts";
import type { LinkReader } from "#app/domain/readers/reader.ts";

export const valuerLeadsSubmittedEmail = queuedEmail(
  "valuer_leads_submitted",
  z.object({ lead_ids: z.array(z.string()) }),
);
export const weeklyLeadsEmail = queuedEmail(
  "weekly_leads",
  z.object({
    valuer_id: z.string().nullable(),
    estate_agent_ids: z.array(z.string()),
  }),
);

/** Returns the schema of an optional choice. It parses an empty answer as null (AMB-G07). */
function optionalChoice<const Choice extends string>(choices: readonly Choice[], message: string) {
  return z
    .string({ error: message })
    .nullish()
    .transform((chosen) => chosen || null)
    .pipe(z.enum(choices, { error: message }).nullable());
}

/** Schema of a lead, with its fields in page order (G-042 to G-048, G-050 to G-058). */
const Lead = z.object({
  property_address: freeText("Property address is required", tooLong("Property address")),
  initial_asking_price: leadPrice(),
  seller_1_name: fullPersonName("Seller 1 name is required", "Seller 1 name"),
  seller_1_email: emailAddress(
    "Seller 1 email must be valid. It should look like name@example.com",
  ),
  seller_1_phone: phoneNumber("Seller 1 phone is required", invalidLeadPhone("Seller 1 phone")),
  seller_2_name: optionalName("Seller 2 name"),
  seller_2_email: optionalEmailAddress(
    "Seller 2 email must be valid. It should look like name@example.com",
  ),
  seller_2_phone: optionalPhoneNumber(invalidLeadPhone("Seller 2 phone")),
  lead_warmth: optionalChoice(LEAD_WARMTHS, SELECT_WARMTH),
  client_aware_of_product: optionalChoice(CLIENT_AWARENESS, SELECT_AWARENESS),
  additional_notes: comment(),
});
type Lead = z.output<typeof Lead>;

const NONE = "At least one lead is required";

/** Form that contains all the leads of one submission (G-040, G-049). */
export const LeadsForm = z.object({
  leads: z
    .array(Lead, { error: NONE })
    .min(1, NONE)
    .max(MAX_LEADS, `You can send at most ${MAX_LEADS} leads at once`),
  form_key: z.string().default(""),
});

/**
 * Returns the leads of one submission in the order of the form, for the email to the team.
 * @throws Error if all the leads have been deleted
 */
export async function readSubmittedLeads(db: Db, lead_ids: readonly string[]) {
  const rows = await db
    .selectFrom("leads as l")
    .innerJoin(agentNames(), "estate_agents.id", "l.estate_agent_id")
    .leftJoin("valuers as v", "v.id", "l.valuer_id")
    .selectAll("l")
    .select(["office_name", "brand_name", "v.first_name", "v.last_name"])
    .where("l.id", "in", lead_ids)
    .execute();
  rows.sort((one, other) => lead_ids.indexOf(one.id) - lead_ids.indexOf(other.id));
  const [first] = rows;
  if (!first) throw new Error("Leads missing for submitted-leads email");
  const { first_name, last_name } = first;
  return {
    valuer: first_name === null ? null : fullName({ first_name, last_name }),
    office: agentLabel(first),
    leads: rows.map((lead) => ({ ...lead, sellers: leadSellers(lead) })),
  };
}

function leadSellers(lead: {
  seller_1_name: string;
  seller_1_email: string;
  seller_1_phone: string;
  seller_2_name: string | null;
  seller_2_email: string | null;
  seller_2_phone: string | null;
}) {
  const sellers = [
    { name: lead.seller_1_name, email: lead.seller_1_email, phone: lead.seller_1_phone },
    { name: lead.seller_2_name, email: lead.seller_2_email, phone: lead.seller_2_phone },
  ];
  return sellers.filter(({ name, email, phone }) => name ?? email ?? phone);
}

/** Stores a valuer's leads for their office and emails the team (G-060, AMB-G08). */
export async function submitLeads(
  trx: Db,
  { valuer, leads }: { valuer: Pick<Valuer, "id" | "estate_agent_id">; leads: readonly Lead[] },
): Promise<void> {
  const rows = await trx
    .insertInto("leads")
    .values(
      leads.map(({ initial_asking_price, ...lead }) => ({
        ...lead,
        initial_asking_price_pounds: initial_asking_price,
        valuer_id: valuer.id,
        estate_agent_id: valuer.estate_agent_id,
      })),
    )
    .returning("id")
    .execute();
  await queueEmail(trx, {
    email: valuerLeadsSubmittedEmail,
    recipient: env.TEAM_EMAIL,
    props: { lead_ids: rows.map(({ id }) => id) },
  });
}

/**
 * A valuer as shown on a public page (AMB-G06), with the valuer and office ids that their leads are
 * stored under.
 */
export type Valuer = {
  id: string;
  first_name: string;
  estate_agent_id: string;
  office: string;
};

/** Finds a valuer by email address, ignoring case (G-039, G-059). */
export async function findValuer(
  db: Db,
  { id: email }: LinkReader<"leads">,
): Promise<Valuer | null> {
  const row = await db
    .selectFrom("valuers as v")
    .innerJoin(agentNames(), "estate_agents.id", "v.estate_agent_id")
    .select(["v.id", "v.first_name", "v.estate_agent_id", "office_name", "brand_name"])
    .where("v.email", "=", email)
    .executeTakeFirst();
  if (!row) return null;
  const { office_name, brand_name, ...valuer } = row;
  return { ...valuer, office: agentLabel({ office_name, brand_name }) };
}

/** Returns true from 9:00 to 9:59 on Mondays in London (AMB-G08). */
export function isTimeForWeeklyLeads(at: Date): boolean {
  return formatInLondon(at, "i HH") === "1 09";
}

/**
 * Queues the weekly leads email for all subscribed valuers and coordinators (M-056, X-043). Each
 * person gets at most one email a week, even if they belong to several offices.
 * @returns the number of recipients
 */
export async function queueWeeklyLeads(db: Db, at: Date): Promise<number> {
  const week = formatInLondon(at, "RRRR-'W'II");
  const recipients = await readRecipients(db);
  await inTransaction(db, async (trx) => {
    for (const { recipient, ...props } of recipients) {
      const dedupe_key = `weekly_leads:${week}:${recipient}`;
      await queueEmail(trx, { email: weeklyLeadsEmail, recipient, props, dedupe_key });
    }
  });
  return recipients.length;
}

type Recipient = { recipient: string; valuer_id: string | null; estate_agent_ids: string[] };

/**
 * Lists the recipients of the weekly leads email. Leaves out the coordinators of an office where no
 * valuer has an email address, because there is no page to link to.
 */
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
 * Returns the content of a person's weekly leads email: a link to their own page, if they are a
 * valuer, and links to the pages of the valuers they coordinate.
 * @throws Error if the person has left
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
  if (!first_name || valuers.length === 0)
    throw new Error("Weekly leads recipient no longer exists");
  return {
    first_name,
    forms: valuers.map((valuer) => ({
      whose: fullName(valuer),
      office: agentLabel(valuer),
      link: siteUrl(paths.leads.form(valuer.email)),
    })),
  };
}

function anyId(ids: readonly string[]) {
  return sql<string>`any(${ids})`;
}
