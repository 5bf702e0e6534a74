import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { type AssignedLawyerGroup, readAssignedSolicitors } from "./assigned-solicitors.server.ts";
import { mortgageText } from "./labels.ts";
import { selectContacts, selectEstateAgent } from "./matter-parts.server.ts";

/** What the emails say that go out when solicitors are assigned, as it is when they are sent (AMB-L03). */

type OfSales = { transaction_ids: string[] };
type OfPurchase = { purchase_intent_id: string };

/**
 * The introduction of the sellers to their solicitor: one letter, however many homes of a group it is about.
 *
 * @throws Error when a sale is gone, or has no solicitor any more
 */
export async function readSellerIntroduction(db: Db, { transaction_ids }: OfSales) {
  const { matters, sellers, team } = await readSellerSide(db, transaction_ids);
  const [only] = matters.length === 1 ? matters : [];
  const dashboard = only ? paths.dashboard.sell(only.id) : paths.welcomeBack();
  return {
    ...greet(sellers),
    ...nameHomes(matters),
    team,
    dashboard: siteUrl(dashboard),
  };
}

/** The request to the sellers for the plan of their plots; throws as readSellerIntroduction does. */
export async function readPlotPlanRequest(db: Db, { transaction_ids }: OfSales) {
  const { matters, sellers, team } = await readSellerSide(db, transaction_ids);
  return { ...greet(sellers), ...nameHomes(matters), law_firm: team.law_firm };
}

/** The instruction of the sellers' solicitor, the only email with staff's comments for that side; throws likewise. */
export async function readSellerInstruction(db: Db, { transaction_ids }: OfSales) {
  const { matters, sellers, first, group } = await readSellerSide(db, transaction_ids);
  return {
    ...toSolicitor(group),
    property: nameHomes(matters).property,
    homes: matters.map((matter) => ({
      ...describeProperty(matter),
      asking_price: formatPounds(matter.asking_price_pounds),
    })),
    company: first.company,
    sellers: sellers.map(toContact),
    estate_agent: first.estate_agent ? agentLabel(first.estate_agent) : "None assigned",
    comments: first.seller_comments,
  };
}

/** The introduction of the buyers to their solicitor, and what they are to have ready; throws likewise. */
export async function readBuyerIntroduction(db: Db, { purchase_intent_id }: OfPurchase) {
  const { matter, team } = await readBuyerSide(db, purchase_intent_id);
  return {
    ...greet(matter.buyers),
    property: addressLine(matter.address),
    team,
    dashboard: siteUrl(paths.dashboard.buy(matter.id)),
  };
}

/** The instruction of the buyers' solicitor, with who acts for the sellers; throws likewise. */
export async function readBuyerInstruction(db: Db, { purchase_intent_id }: OfPurchase) {
  const { matter, group, seller } = await readBuyerSide(db, purchase_intent_id);
  return {
    ...toSolicitor(group),
    ...describeProperty(matter),
    agreed_price: formatPounds(matter.agreed_price_pounds),
    ownership: matter.ownership_type,
    mortgage: mortgageText(matter),
    buyers: matter.buyers.map(toContact),
    comments: matter.buyer_comments,
    seller_team: seller?.solicitor ? toTeam(requireSolicitor(seller)) : null,
  };
}

/** Homes of one group have one solicitor, one company and one comment: those of the first. */
async function readSellerSide(db: Db, transaction_ids: string[]) {
  const matters = await selectMatter(db)
    .leftJoin("transaction_groups", "transaction_groups.id", "transactions.group_id")
    .leftJoin("companies", "companies.id", "transactions.company_seller_id")
    .select(["transactions.asking_price_pounds", "transactions.seller_comments"])
    .select("transaction_groups.name as group_name")
    .select(["companies.name as company_name", "companies.company_number"])
    .select([selectContacts("seller").as("sellers"), selectEstateAgent().as("estate_agent")])
    .where("transactions.id", "in", transaction_ids)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
  const [first] = matters;
  if (!first || matters.length < transaction_ids.length) {
    throw new Error("A sale of this email is not there any more");
  }
  const { company_name, company_number } = first;
  const company = company_name && `${company_name}, company number ${company_number}`;
  const { seller } = await readAssignedSolicitors(db, first.id);
  const group = requireSolicitor(seller);
  const sellers = withoutCopies(matters.flatMap((matter) => matter.sellers));
  return { matters, first: { ...first, company }, sellers, group, team: toTeam(group) };
}

/** What the homes are called together, and each by its address where there are several. */
function nameHomes(
  matters: readonly { address: Parameters<typeof addressLine>[0]; group_name: string | null }[],
) {
  const homes = matters.map(({ address }) => addressLine(address));
  const [first = ""] = homes;
  if (homes.length < 2) return { property: first, homes: [] };
  const group = matters[0]?.group_name;
  return { property: `${homes.length} homes${group ? ` in ${group}` : ""}`, homes };
}

/** Each person once, who sells several of the homes. */
function withoutCopies(people: readonly Person[]): Person[] {
  const names = people.map((person) => `${person.email.toLowerCase()} ${fullName(person)}`);
  return people.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}

async function readBuyerSide(db: Db, purchase_intent_id: string) {
  const matter = await selectMatter(db)
    .innerJoin("purchase_intents", "purchase_intents.transaction_id", "transactions.id")
    .select(["transactions.buyer_comments", "purchase_intents.agreed_price_pounds"])
    .select(["purchase_intents.ownership_type", "purchase_intents.mortgage_provider"])
    .select("purchase_intents.mortgage_required_for_purchase")
    .select(selectContacts("buyer").as("buyers"))
    .where("purchase_intents.id", "=", purchase_intent_id)
    .executeTakeFirstOrThrow();
  const { seller, buyer } = await readAssignedSolicitors(db, matter.id);
  const group = requireSolicitor(buyer);
  return { matter, group, team: toTeam(group), seller };
}

function selectMatter(db: Db) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["transactions.id", "properties.tenure", "properties.tenure_details"])
    .select("properties.title_number")
    .select(selectAddress("properties.address_id").$notNull().as("address"));
}

type Group = AssignedLawyerGroup & { solicitor: Lawyer };

/** @throws Error when nobody is left to act */
export function requireSolicitor(group: AssignedLawyerGroup | null): Group {
  if (group?.solicitor) return { ...group, solicitor: group.solicitor };
  throw new Error("The solicitor of this email is not assigned any more");
}

type Person = Names & { first_name: string; email: string; phone_number: string | null };

/** How customers are greeted together, and who of them reads along. */
export function greet([first, ...others]: Person[]) {
  const people = first ? [first, ...others] : [];
  return {
    first_names: new Intl.ListFormat("en-GB").format(people.map(({ first_name }) => first_name)),
    cc: others.map(({ email }) => email),
  };
}

function toSolicitor({ solicitor, legal_assistants }: Group) {
  return { first_name: solicitor.first_name, cc: legal_assistants.map(({ email }) => email) };
}

function describeProperty(matter: {
  address: Parameters<typeof addressLine>[0];
  tenure: string;
  tenure_details: string | null;
  title_number: string | null;
}) {
  const { address, tenure, tenure_details, title_number } = matter;
  return {
    property: addressLine(address),
    tenure: tenure_details ? `${tenure}: ${tenure_details}` : tenure,
    title_number,
  };
}

/** Who does the legal work of a side, as letters name them. */
export function toTeam({ law_firm, solicitor, legal_assistants }: Group) {
  return {
    law_firm: law_firm.name,
    solicitor: toContact(solicitor),
    legal_assistants: legal_assistants.map(toContact),
  };
}

function toContact(person: Person) {
  return { name: fullName(person), email: person.email, phone: person.phone_number };
}
