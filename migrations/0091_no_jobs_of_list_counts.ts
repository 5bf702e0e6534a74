import { sql, type Kysely } from "kysely";

/**
 * Lists are counted from indexes since 0089, so the jobs that counted them no longer exist. Those
 * that were queued would wait forever, because a worker leaves a job that it does not know.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      if to_regnamespace('graphile_worker') is not null then
        perform graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs
          where task_identifier in ('fold-list-counts', 'check-list-counts')));
      end if;
    end $$`.execute(db);
}
