import { sql, type Kysely } from "kysely";

/** Staff may enter a person's name of one letter (IN-10). Each row has passed the stricter check that goes. */
export async function up(db: Kysely<unknown>) {
  for (const name of ["first_name", "last_name"]) {
    await sql`
      alter table parties
        drop constraint ${sql.ref(`parties_${name}_check`)},
        add constraint ${sql.ref(`parties_${name}_check`)}
          check (length(${sql.ref(name)}) between 1 and 255) not valid`.execute(db);
    await sql`alter table parties validate constraint ${sql.ref(`parties_${name}_check`)}`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>) {
  // Rows of one letter stay, and keep their name.
  for (const name of ["first_name", "last_name"]) {
    await sql`
      alter table parties
        drop constraint ${sql.ref(`parties_${name}_check`)},
        add constraint ${sql.ref(`parties_${name}_check`)}
          check (length(${sql.ref(name)}) between 2 and 255) not valid`.execute(db);
  }
}
