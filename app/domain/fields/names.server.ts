import { type RawBuilder, sql } from "kysely";

/** "Ada Byron", in a query that has joined `users` under this name: null where it has joined no one. */
export function firstAndLastName(alias: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}
