import { fullName, greet, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
import type { Lawyer } from "#app/domain/solicitors/parts.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { readAssignedSolicitors } from "./read-transaction.server.ts";
import type { AssignedLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { nameHomes, withoutCopies } from "./letter.ts";
import { selectContacts } from "./matter-parts.server.ts";

/** What the emails to customers say that go out when solicitors are assigned, as it is when they are sent (AMB-L03). */

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
    ...listHomes(matters),
    team,
    dashboard: siteUrl(dashboard),
  };
}

/** The request to the sellers for the plan of their plots; throws as readSellerIntroduction does. */
export async function readPlotPlanRequest(db: Db, { transaction_ids }: OfSales) {
  const { matters, sellers, team } = await readSellerSide(db, transaction_ids);
  return { ...greet(sellers), ...listHomes(matters), law_firm: team.law_firm };
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

/** Homes of one group have one solicitor: that of the first. */
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
    throw new Error("A sale of this email is not there any more");
  }
  const { seller } = await readAssignedSolicitors(db, first.id);
  const sellers = withoutCopies(matters.flatMap((matter) => matter.sellers));
  return { matters, sellers, team: toTeam(requireSolicitor(seller)) };
}

/** What the homes are called together, and each by its address where there are several. */
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
  const { buyer } = await readAssignedSolicitors(db, matter.id);
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

/** @throws Error when no one is left to act */
export function requireSolicitor(group: AssignedLawyerGroup | null): Group {
  if (group?.solicitor) return { ...group, solicitor: group.solicitor };
  throw new Error("The solicitor of this email is not assigned any more");
}

type Person = Names & { email: string; phone_number: string | null };

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
