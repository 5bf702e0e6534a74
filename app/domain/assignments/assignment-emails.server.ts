import type { z } from "zod";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName, greetingName, type Names } from "#app/domain/shared/names.ts";
import { service } from "#app/domain/readers/service.ts";
import {
  type AssignedLawyerGroup,
  readLawyerGroupWithFirm,
} from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import { readAssignedSolicitors } from "#app/domain/transactions/read-transaction.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import type { ASSIGNMENT_EMAILS } from "./emails.ts";
import { readAgentToAssign } from "./estate-agent.server.ts";
import { nameHomes, uniquePeople } from "./letter.ts";
import { readMatters } from "./plan-solicitors.server.ts";

/** Content of customers' emails about their solicitors, read when each email is sent (AMB-L03). */

type OfSales = { transaction_ids: string[] };
type OfPurchase = { purchase_intent_id: string };

/**
 * Returns the email that introduces a seller to their solicitor, for one property or several.
 * @param recipient email address of the seller who receives the email
 * @throws Error if a sale is missing or has no solicitor; EmailNotNeededError for a former seller
 */
export async function readSellerIntroduction(
  db: Db,
  { transaction_ids }: OfSales,
  { recipient }: { recipient: string },
) {
  const { matters, sellers, team } = await readSellerSide(db, transaction_ids);
  const [only] = matters.length === 1 ? matters : [];
  const dashboard = only ? paths.dashboard.sell(only.id) : paths.welcomeBack();
  return {
    first_name: greetingName(sellers, recipient),
    ...listHomes(matters),
    team,
    dashboard: siteUrl(dashboard),
  };
}

/**
 * Returns the email that asks a seller for the plot plan.
 * @throws any error from readSellerIntroduction
 */
export async function readPlotPlanRequest(
  db: Db,
  { transaction_ids }: OfSales,
  { recipient }: { recipient: string },
) {
  const { matters, sellers, team } = await readSellerSide(db, transaction_ids);
  const first_name = greetingName(sellers, recipient);
  return { first_name, ...listHomes(matters), law_firm: team.law_firm };
}

/**
 * Returns the email that introduces a buyer to their solicitor.
 * @throws NoResultError if the purchase is missing; Error if it has no solicitor;
 * EmailNotNeededError for a former buyer
 */
export async function readBuyerIntroduction(
  db: Db,
  { purchase_intent_id }: OfPurchase,
  { recipient }: { recipient: string },
) {
  const { matter, team } = await readBuyerSide(db, purchase_intent_id);
  return {
    first_name: greetingName(matter.buyers, recipient),
    property: addressLine(matter.address),
    team,
    dashboard: siteUrl(paths.dashboard.buy(matter.id)),
  };
}

/** Reads the sales that an email is about. The first sale's solicitor acts in all of them. */
async function readSellerSide(db: Db, transaction_ids: string[]) {
  const matters = await selectMatter(db)
    .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .select(["transaction_groups.name as group_name", selectContacts("seller").as("sellers")])
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  const [first] = matters;
  if (!first || matters.length < transaction_ids.length) {
    throw new Error("A sale in this email no longer exists");
  }
  const { seller } = await readAssignedSolicitors(db, service, first.id);
  const sellers = uniquePeople(matters.flatMap((matter) => matter.sellers));
  return { matters, sellers, team: toTeam(requireSolicitor(seller)) };
}

function listHomes(matters: Parameters<typeof nameHomes>[0]) {
  const homes = matters.map(({ address }) => addressLine(address));
  return { property: nameHomes(matters), homes: homes.length > 1 ? homes : [] };
}

async function readBuyerSide(db: Db, purchase_intent_id: string) {
  const matter = await selectMatter(db)
    .innerJoin("purchase_intents", "purchase_intents.transaction_id", "transactions.id")
    .select(selectContacts("buyer").as("buyers"))
    .where("purchase_intents.id", "=", purchase_intent_id)
    .executeTakeFirstOrThrow();
  const { buyer } = await readAssignedSolicitors(db, service, matter.id);
  return { matter, team: toTeam(requireSolicitor(buyer)) };
}

function selectMatter(db: Db) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select("transactions.id")
    .select(selectAddress("properties.address_id").$notNull().as("address"));
}

type Group = AssignedLawyerGroup & { solicitor: Lawyer };

function requireSolicitor(group: AssignedLawyerGroup | null): Group {
  if (group?.solicitor) return { ...group, solicitor: group.solicitor };
  throw new Error("The solicitor in this email is no longer assigned");
}

type Person = Names & { email: string; phone_number: string | null };

function toTeam({ law_firm, solicitor, legal_assistants }: Group) {
  return {
    law_firm: law_firm.name,
    solicitor: toContact(solicitor),
    legal_assistants: legal_assistants.map(toContact),
  };
}

function toContact(person: Person) {
  return { name: fullName(person), email: person.email, phone: person.phone_number };
}

/** Content of the emails about a replaced solicitor or estate agent (AMB-K03). */

type OfSolicitors = z.output<typeof ASSIGNMENT_EMAILS.solicitor_release.ids>;
type OfAgents = z.output<typeof ASSIGNMENT_EMAILS.estate_agent_release.ids>;

async function readMatter(db: Db, id: string) {
  const [matter] = await readMatters(db, service, [id]);
  if (!matter) throw new Error("The transaction in this email no longer exists");
  return {
    ...matter,
    property: addressLine(matter.address),
    reference: formatMatterNumber(matter.number),
  };
}

async function readLawyers(db: Db, id: string) {
  const { solicitor, legal_assistants, law_firm } = await readLawyerGroupWithFirm(db, id);
  return {
    first_name: solicitor?.first_name ?? null,
    cc: legal_assistants.map(({ email }) => email),
    firm: law_firm.name,
  };
}

/**
 * Returns the email to the solicitor who no longer acts.
 * @throws Error if the matter is missing. The functions below throw the same error
 */
export async function readSolicitorRelease(db: Db, { transaction_id, side, from }: OfSolicitors) {
  const { property, reference, sellers, purchase } = await readMatter(db, transaction_id);
  const { first_name, cc } = await readLawyers(db, from);
  const clients = (side === "seller" ? sellers : (purchase?.buyers ?? [])).map(fullName);
  return { first_name, cc, noun: nounOf(side), clients, property, reference };
}

/** Returns the email that tells one side's customers who their new solicitor is. */
export async function readSolicitorChanged(
  db: Db,
  { transaction_id, side, from, to }: OfSolicitors,
  { recipient }: { recipient: string },
) {
  const { property, sellers, purchase } = await readMatter(db, transaction_id);
  const dashboard = side === "seller" ? paths.dashboard.sell : paths.dashboard.buy;
  const released = await readLawyers(db, from);
  return {
    first_name: greetingName(side === "seller" ? sellers : (purchase?.buyers ?? []), recipient),
    noun: nounOf(side),
    property,
    before: released.firm,
    released_is_emailed: released.first_name !== null,
    team: await readTeam(db, to),
    dashboard: siteUrl(dashboard(transaction_id)),
  };
}

/** Returns the email that tells the other side's solicitor who the new solicitor is. */
export async function readOtherSolicitorChanged(
  db: Db,
  { transaction_id, side, from, to, other }: OfSolicitors & { other: string },
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

/** Returns the email to the primary valuer of the estate agent who no longer acts. */
export async function readEstateAgentRelease(db: Db, { transaction_id, from }: OfAgents) {
  const { property, reference, sellers } = await readMatter(db, transaction_id);
  const { primary_valuer } = await readAgentToAssign(db, from);
  const first_name = primary_valuer?.first_name ?? null;
  return { first_name, property, reference, sellers: sellers.map(fullName) };
}

/** Returns the email that tells a seller who the new estate agent is. */
export async function readEstateAgentChanged(
  db: Db,
  { transaction_id, from, to }: OfAgents,
  { recipient }: { recipient: string },
) {
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
    first_name: greetingName(sellers, recipient),
    property,
    before: agentLabel(released),
    now: agentLabel(agent),
    valuers_are_emailed: [released, agent].every(({ primary_valuer }) => primary_valuer?.email),
    phone,
    dashboard,
  };
}
