import { sql, type Kysely } from "kysely";

/**
 * Who shared a property report with the buyer, and when (CU-5). What a seller can choose a solicitors’ team by: the
 * homes that the team acts for (all, where none is ticked), its usual fee, and how long its sales usually take (CU-20).
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table reports
      add column shared_at timestamptz,
      add column shared_by object_id references users,
      add check ((shared_at is null) = (shared_by is null))`.execute(db);
  await sql`
    alter table lawyer_groups
      add column for_freehold boolean not null default false,
      add column for_leasehold boolean not null default false,
      add column for_new_build boolean not null default false,
      add column legal_fee_pounds integer check (legal_fee_pounds between 1 and 100000),
      add column usual_working_days integer check (usual_working_days between 1 and 500)`.execute(
    db,
  );
}
