import type { CheckReport } from "#app/clients/thirdfort/client.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Names } from "#app/domain/shared/names.ts";
import { listMatterPurchases } from "#app/domain/purchases/purchases.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { CustomerType } from "#app/domain/sales/questions.ts";
import { readSellers } from "#app/domain/sales/read-sale.server.ts";
import { selectProgress } from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { findCheck, isCheckOf } from "#app/domain/transactions/person-check.ts";
import { readAssignedSolicitors } from "#app/domain/transactions/read-transaction.server.ts";
import type { Db } from "#db/connection.ts";
import { personSide, type PersonType } from "./check-status.ts";

/** Maximum number of checks to read, far above the number that a matter has. */
const MAX_CHECKS = 500;

export type MatterChecks = Awaited<ReturnType<typeof readMatterChecks>>;
export type PersonCheck = MatterChecks["groups"][number]["people"][number];
type SideSolicitors = MatterChecks["solicitors"]["seller"];

/**
 * Returns everyone in a matter who needs a check, with their newest check: the sellers, then the
 * buyers and giftors of each purchase (N-008, N-009). A representative is checked instead of the
 * people they represent (AMB-C23). Only for staff.
 * @throws NotFoundError "Transaction not found", also for an invalid id
 */
export async function readMatterChecks(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  const matter = await readMatter(db, transaction_id);
  const { sellers } = await readSellers(db, reader, transaction_id);
  // Represented owners have no email address and are not checked.
  const checked = sellers.flatMap(({ email, ...seller }) =>
    email === null ? [] : { ...seller, email },
  );
  const purchases = await listMatterPurchases(db, reader, transaction_id);
  const checks = await listChecks(db, transaction_id);
  const doubled = await listDoubled(db, transaction_id);
  const { seller, buyer } = await readAssignedSolicitors(db, reader, transaction_id);
  const withCheck = (person_type: PersonType) => (person: Person) => {
    const { person_id, first_name, middle_name, last_name, email, phone_number } = person;
    const known = { person_id, first_name, middle_name, last_name, email, phone_number };
    const is_representative = person.customer_type === "representative";
    const is_primary = person.primary_customer === true;
    const check = findCheck({ ...known, person_type }, checks);
    return { ...known, person_type, is_primary, is_representative, check, is_removed: false };
  };
  const groups = [
    {
      purchase: null,
      people: checked.map(withCheck("seller")),
      represented: sellers.filter(({ representation_reason }) => representation_reason !== null),
    },
    ...purchases.map(({ id, number, is_active, buyers, giftors }) => ({
      purchase: { id, number, is_active },
      people: [...buyers.map(withCheck("buyer")), ...giftors.map(withCheck("giftor"))],
      represented: [],
    })),
  ];
  return {
    ...matter,
    doubled,
    groups,
    removed_people: listLeft(
      groups.flatMap(({ people }) => people),
      checks,
    ),
    solicitors: {
      seller: toSide(matter.seller_lawyer_group_id, seller),
      buyer: toSide(matter.buyer_lawyer_group_id, buyer),
    },
  };
}

/**
 * Returns the people who were removed from a matter. Their details come from their newest check.
 */
function listLeft(
  people: readonly Parameters<typeof isCheckOf>[0][],
  checks: Awaited<ReturnType<typeof listChecks>>,
) {
  return checks
    .filter((check) => !people.some((person) => isCheckOf(person, check)))
    .filter((check) => findCheck(check, checks) === check)
    .map((check) => ({
      person_id: check.id,
      first_name: check.first_name,
      middle_name: null,
      last_name: check.last_name,
      email: check.email,
      phone_number: check.phone_number,
      person_type: check.person_type,
      is_primary: false,
      is_representative: false,
      check,
      is_removed: true,
    }));
}

/**
 * Returns a matter's sellers, or the buyers and giftors of its active purchase (of the newest one
 * if none is active).
 */
export function findSide({ groups }: MatterChecks, side: "seller" | "buyer") {
  return groups.find(({ purchase }) => (purchase === null) === (side === "seller"));
}

type Person = Names & {
  person_id: string;
  last_name: string;
  first_name: string;
  email: string;
  phone_number: string | null;
  customer_type?: CustomerType;
  primary_customer?: boolean;
};

function readMatter(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .where("transactions.id", "=", transaction_id)
    .select(["transactions.id", "transactions.created_at", "transactions.estate_agent_id"])
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .select([
      selectAddress("properties.address_id").$notNull().as("address"),
      selectProgress().as("progress"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
}

function listChecks(db: Db, transaction_id: string) {
  return db
    .selectFrom("identity_checks")
    .leftJoin("lawyer_groups", "lawyer_groups.id", "identity_checks.shared_with")
    .where("identity_checks.transaction_id", "=", transaction_id)
    .where("identity_checks.order_called_off_at", "is", null)
    .select([
      "identity_checks.id",
      "identity_checks.thirdfort_id",
      "identity_checks.status",
      "identity_checks.person_type",
    ])
    .select((eb) => [
      "identity_checks.result",
      eb.ref("identity_checks.reports").$castTo<CheckReport[]>().as("reports"),
    ])
    .select([
      "identity_checks.first_name",
      "identity_checks.last_name",
      "identity_checks.email",
      "identity_checks.order_sent_at",
    ])
    .select([
      "identity_checks.created_at",
      "identity_checks.ordered_as",
      "identity_checks.phone_number",
    ])
    .select("lawyer_groups.name as shared_with")
    .orderBy("identity_checks.created_at", "desc")
    .orderBy("identity_checks.id", "desc")
    .limit(MAX_CHECKS)
    .execute();
}

/**
 * Returns cancelled orders that Thirdfort accepted after all. Staff see each next to its
 * replacement.
 */
function listDoubled(db: Db, transaction_id: string) {
  return db
    .selectFrom("identity_checks")
    .where("transaction_id", "=", transaction_id)
    .where("order_called_off_at", "is not", null)
    .where("status", "=", "pending")
    .select(["first_name", "last_name"])
    .select((eb) => eb.ref("thirdfort_id").$notNull().as("thirdfort_id"))
    .orderBy("created_at")
    .execute();
}

type Assigned = Awaited<ReturnType<typeof readAssignedSolicitors>>["seller"];

function toSide(id: string | null, group: Assigned) {
  if (id === null || group === null) return null;
  return {
    id,
    name: group.name,
    solicitor_email: group.solicitor?.email ?? null,
    recipients: group.thirdfort_recipient_emails,
  };
}

/** Returns the solicitors who receive the results of a person's check. */
export function solicitorsOf(matter: MatterChecks, person_type: PersonType): SideSolicitors {
  return matter.solicitors[personSide(person_type)];
}

export type PersonPlace = { transaction_id: string; person_type: string; person_id: string };

/**
 * Returns a current or former participant of a matter, with their newest check.
 * @throws NotFoundError for the matter or the person, also for an invalid id
 */
export async function readPersonCheck(
  db: Db,
  reader: StaffReader | ServiceReader,
  { transaction_id, person_type, person_id }: PersonPlace,
) {
  const matter = await readMatterChecks(db, reader, transaction_id);
  const isMeant = (person: PersonCheck) =>
    isObjectId(person_id) && person.person_type === person_type && person.person_id === person_id;
  const group = matter.groups.find(({ people }) => people.some(isMeant));
  const person = group?.people.find(isMeant) ?? matter.removed_people.find(isMeant);
  if (!person) throw new NotFoundError("This person is no longer on this matter");
  const solicitors = solicitorsOf(matter, person.person_type);
  return { matter, person, purchase: group?.purchase ?? null, solicitors };
}
