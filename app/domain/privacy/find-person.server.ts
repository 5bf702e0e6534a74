import { type RawBuilder, sql } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The person whose rows the conditions below find. */
export type DataSubject = { id: string; email: string; first_name: string; last_name: string };

export const is = (column: string) => (person: DataSubject) =>
  sql<boolean>`${sql.ref(column)} = ${person.id}`;

/**
 * Builds a condition for rows with the person’s email, ignoring case. The person has signed in,
 * which proves that the email is theirs.
 */
export const hasAddress = (column: string) => (person: DataSubject) =>
  sql<boolean>`${sql.ref(column)}::citext = ${person.email}`;

/**
 * Builds a condition for rows with the person’s email and name, because a household may share an
 * email address.
 */
export const hasAddressAndName = (person: DataSubject) => sql<boolean>`(
  ${hasAddress("email")(person)}
  and lower(first_name) = lower(${person.first_name})
  and lower(last_name) = lower(${person.last_name}))`;

export const OWN_SALES = "transactions where seller_id";
export const OWN_PURCHASES = "purchase_intents where buyer_id";

/** Builds a condition for rows that refer to the person’s own sales or purchases. */
export const ofOwn =
  (column: string, what: typeof OWN_SALES | typeof OWN_PURCHASES, its = "id") =>
  (person: DataSubject) =>
    sql<boolean>`${sql.ref(column)} in (select ${sql.ref(its)} from ${sql.raw(what)} = ${person.id})`;

export const ofSale = ofOwn("transaction_id", OWN_SALES);
export const ofPurchase = ofOwn("purchase_intent_id", OWN_PURCHASES);

/** Builds a condition for rows that refer to rows of another table that `found` selects. */
export const within =
  (
    column: string,
    table: keyof DB,
    found: (person: DataSubject) => RawBuilder<boolean>,
    its = "id",
  ) =>
  (person: DataSubject) =>
    sql<boolean>`${sql.ref(column)} in (select ${sql.ref(its)} from ${sql.table(table)} where ${found(person)})`;

export const either =
  (...some: readonly ((person: DataSubject) => RawBuilder<boolean>)[]) =>
  (person: DataSubject) =>
    sql<boolean>`(${sql.join(
      some.map((one) => one(person)),
      sql` or `,
    )})`;

/**
 * Builds a condition for leads with the person as one of the two sellers. If a valuer gave both
 * sellers the same email, the name decides.
 */
export const isSeller =
  (own: 1 | 2, other: 1 | 2) =>
  (person: DataSubject): RawBuilder<boolean> =>
    sql<boolean>`(
    ${hasAddress(`seller_${own}_email`)(person)}
    and (seller_1_email is distinct from seller_2_email
      or lower(${sql.ref(`seller_${own}_name`)}) = lower(${`${person.first_name} ${person.last_name}`})
      or lower(${sql.ref(`seller_${other}_name`)}) is null))`;
