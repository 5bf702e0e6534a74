import { type RawBuilder, sql } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The person whose rows the conditions below match. */

export type DataSubject = { id: string; email: string; first_name: string; last_name: string };

export const is = (column: string) => (person: DataSubject) =>
  sql<boolean>`${sql.ref(column)} = ${person.id}`;

/** Matches by email, ignoring case. The requester has signed in, so the address is proved. */
export const hasAddress = (column: string) => (person: DataSubject) =>
  sql<boolean>`${sql.ref(column)}::citext = ${person.email}`;

/** Matches by email and name, because a household may share an address. */
export const hasAddressAndName = (person: DataSubject) => sql<boolean>`(
  ${hasAddress("email")(person)}
  and lower(first_name) = lower(${person.first_name})
  and lower(last_name) = lower(${person.last_name}))`;

export const OWN_SALES = "transactions where seller_id";
export const OWN_PURCHASES = "purchase_intents where buyer_id";

/** Matches rows that refer to the person’s own sales or purchases. */
export const ofOwn =
  (column: string, what: typeof OWN_SALES | typeof OWN_PURCHASES, its = "id") =>
  (person: DataSubject) =>
    sql<boolean>`${sql.ref(column)} in (select ${sql.ref(its)} from ${sql.raw(what)} = ${person.id})`;

export const ofSale = ofOwn("transaction_id", OWN_SALES);
export const ofPurchase = ofOwn("purchase_intent_id", OWN_PURCHASES);

/** Matches rows that refer to matching rows of another table. */
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

/** Matches one of a lead’s two sellers. If a valuer gave both the same email, the name decides. */
export const isSeller =
  (own: 1 | 2, other: 1 | 2) =>
  (person: DataSubject): RawBuilder<boolean> =>
    sql<boolean>`(
    ${hasAddress(`seller_${own}_email`)(person)}
    and (seller_1_email is distinct from seller_2_email
      or lower(${sql.ref(`seller_${own}_name`)}) = lower(${`${person.first_name} ${person.last_name}`})
      or lower(${sql.ref(`seller_${other}_name`)}) is null))`;
