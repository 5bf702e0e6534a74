import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { type AssignedLawyerGroup, readAssignedSolicitors } from "./assigned-solicitors.server.ts";
import { selectContacts, selectEstateAgent } from "./matter-parts.server.ts";

/** What the emails say that go out when solicitors are assigned, as it is when they are sent (AMB-L03). */

type OfSale = { transaction_id: string };
type OfPurchase = { purchase_intent_id: string };

/**
 * The introduction of the sellers to their solicitor.
 *
 * @throws NoResultError when the sale is gone; Error when it has no solicitor any more
 */
export async function readSellerIntroduction(db: Db, { transaction_id }: OfSale) {
  const { matter, team } = await readSellerSide(db, transaction_id);
  return {
    ...greet(matter.sellers),
    property: addressLine(matter.address),
    team,
    dashboard: new URL(paths.dashboard.sell(transaction_id), env.APP_URL).href,
  };
}

/** The request to the sellers for the plan of their plot; throws as readSellerIntroduction does. */
export async function readPlotPlanRequest(db: Db, { transaction_id }: OfSale) {
  const { matter, team } = await readSellerSide(db, transaction_id);
  const property = addressLine(matter.address);
  return { ...greet(matter.sellers), property, law_firm: team.law_firm };
}

/** The instruction of the sellers' solicitor, the only email with staff's comments for that side; throws likewise. */
export async function readSellerInstruction(db: Db, { transaction_id }: OfSale) {
  const { matter, group } = await readSellerSide(db, transaction_id);
  return {
    ...toSolicitor(group),
    ...describeProperty(matter),
    asking_price: formatPounds(matter.asking_price_pounds),
    sellers: matter.sellers.map(toContact),
    estate_agent: matter.estate_agent ? agentLabel(matter.estate_agent) : "None assigned",
    comments: matter.seller_comments,
  };
}

/** The introduction of the buyers to their solicitor, and what they are to have ready; throws likewise. */
export async function readBuyerIntroduction(db: Db, { purchase_intent_id }: OfPurchase) {
  const { matter, team } = await readBuyerSide(db, purchase_intent_id);
  return {
    ...greet(matter.buyers),
    property: addressLine(matter.address),
    team,
    dashboard: new URL(paths.dashboard.buy(matter.id), env.APP_URL).href,
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
    mortgage: MORTGAGE[matter.mortgage_required_for_purchase] ?? matter.mortgage_provider ?? "Yes",
    buyers: matter.buyers.map(toContact),
    comments: matter.buyer_comments,
    seller_team: seller?.solicitor ? toTeam(requireSolicitor(seller)) : null,
  };
}

const MORTGAGE: Partial<Record<"yes" | "no" | "not_sure", string>> = {
  no: "None",
  not_sure: "Not sure",
};

async function readSellerSide(db: Db, transaction_id: string) {
  const matter = await selectMatter(db)
    .select(["transactions.asking_price_pounds", "transactions.seller_comments"])
    .select([selectContacts("seller").as("sellers"), selectEstateAgent().as("estate_agent")])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const { seller } = await readAssignedSolicitors(db, transaction_id);
  const group = requireSolicitor(seller);
  return { matter, group, team: toTeam(group) };
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
function requireSolicitor(group: AssignedLawyerGroup | null): Group {
  if (group?.solicitor) return { ...group, solicitor: group.solicitor };
  throw new Error("The solicitor of this email is not assigned any more");
}

type Person = Names & { first_name: string; email: string; phone_number: string | null };

function greet([first, ...others]: Person[]) {
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
