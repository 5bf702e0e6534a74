import { sql, type Kysely } from "kysely";

/** Whom a seller would like to act for them: a group of the panel, or nobody in particular. It assigns nothing. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table transactions
      add column solicitor_preference text
        check (solicitor_preference in ('panel_group', 'no_preference')),
      add column preferred_lawyer_group_id object_id references lawyer_groups,
      add check ((solicitor_preference is not distinct from 'panel_group')
        = (preferred_lawyer_group_id is not null))`.execute(db);
}
