import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { fullNames, greet } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { EmailIds } from "#app/queue/emails.ts";
import type { Db } from "#db/connection.ts";
import { readAgentToAssign } from "./assign-estate-agent.server.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { readMatters } from "./plan-solicitors.server.ts";
import { requireSolicitor, toTeam } from "./solicitor-introductions.server.ts";

/** What the emails say that go out when staff have put right who acts in a matter (AMB-K03). */

type OfSolicitors = EmailIds["solicitor_release"];
type OfAgents = EmailIds["estate_agent_release"];

async function readMatter(db: Db, id: string) {
  const [matter] = await readMatters(db, [id]);
  if (!matter) throw new Error("The transaction of this email is not there any more");
  return { ...matter, property: addressLine(matter.address), reference: matter.id };
}

/** Who is written to of a group: its solicitor, and the assistants who read along. */
async function readLawyers(db: Db, id: string) {
  const { solicitor, legal_assistants, law_firm } = await readLawyerGroupWithFirm(db, id);
  return {
    first_name: solicitor?.first_name ?? null,
    cc: legal_assistants.map(({ email }) => email),
    firm: law_firm.name,
  };
}

/** To the solicitor who no longer acts; throws when the matter is gone. */
export async function readSolicitorRelease(db: Db, { transaction_id, side, from }: OfSolicitors) {
  const { property, reference, sellers, purchase } = await readMatter(db, transaction_id);
  const { first_name, cc } = await readLawyers(db, from);
  const clients = fullNames(side === "seller" ? sellers : (purchase?.buyers ?? []));
  return { first_name, cc, noun: nounOf(side), clients, property, reference };
}

/** To the customers whose solicitor has changed; throws likewise. */
export async function readSolicitorChanged(
  db: Db,
  { transaction_id, side, from, to }: OfSolicitors,
) {
  const { property, sellers, purchase } = await readMatter(db, transaction_id);
  const dashboard = side === "seller" ? paths.dashboard.sell : paths.dashboard.buy;
  const released = await readLawyers(db, from);
  return {
    ...greet(side === "seller" ? sellers : (purchase?.buyers ?? [])),
    noun: nounOf(side),
    property,
    before: released.firm,
    before_is_told: released.first_name !== null,
    team: await readTeam(db, to),
    dashboard: siteUrl(dashboard(transaction_id)),
  };
}

/** To the solicitor of the other side; throws likewise. */
export async function readOtherSolicitorChanged(
  db: Db,
  { transaction_id, side, from, to, other }: EmailIds["other_solicitor_changed"],
) {
  const { property, reference } = await readMatter(db, transaction_id);
  const { first_name, cc } = await readLawyers(db, other);
  const before = (await readLawyers(db, from)).firm;
  return { first_name, cc, side, property, reference, before, team: await readTeam(db, to) };
}

const nounOf = (side: OfSolicitors["side"]) =>
  side === "seller" ? ("sale" as const) : ("purchase" as const);

async function readTeam(db: Db, id: string) {
  return toTeam(requireSolicitor(await readLawyerGroupWithFirm(db, id)));
}

/** To the primary valuer of the agent that is no longer the agent; throws likewise. */
export async function readEstateAgentRelease(db: Db, { transaction_id, from }: OfAgents) {
  const { property, reference, sellers } = await readMatter(db, transaction_id);
  const { primary_valuer } = await readAgentToAssign(db, from);
  const first_name = primary_valuer?.first_name ?? null;
  return { first_name, property, reference, sellers: fullNames(sellers) };
}

/** To the sellers whose agent has changed; throws likewise. */
export async function readEstateAgentChanged(db: Db, { transaction_id, from, to }: OfAgents) {
  const { property, sellers } = await readMatter(db, transaction_id);
  const released = await readAgentToAssign(db, from);
  const agent = await readAgentToAssign(db, to);
  const { office_phone_number: phone } = await db
    .selectFrom("estate_agents")
    .select("office_phone_number")
    .where("id", "=", to)
    .executeTakeFirstOrThrow();
  const dashboard = siteUrl(paths.dashboard.sell(transaction_id));
  return {
    ...greet(sellers),
    property,
    before: agentLabel(released),
    now: agentLabel(agent),
    are_told: [released, agent].every(({ primary_valuer }) => primary_valuer?.email),
    phone,
    dashboard,
  };
}
