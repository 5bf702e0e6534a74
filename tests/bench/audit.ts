import { sql } from "kysely";
import { command } from "#db/commands/command.ts";
import { ensureDatabase, withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";

/** `npm run bench:audit [-- ROWS]`: measures writing, sealing and verifying the audit log. */
await command(async ([count = "1000000"]) => {
  await withScratchDatabase(await ensureDatabase(), async (url) => {
    await migrate(url);
    const { DATABASE_URL } = process.env;
    process.env.DATABASE_URL = url;
    const {
      closeDatabase,
      db,
      withLongQueries: withPatientDatabase,
    } = await import("#db/connection.ts");
    const { sealAudit } = await import("#app/domain/audit/seal.server.ts");
    const { verifyAudit } = await import("#app/domain/audit/verify.server.ts");
    try {
      await timed(`${count} rows written`, () =>
        withPatientDatabase((patient) =>
          sql`
            insert into audit_log (actor_id, actor_kind, action, subject_type, subject_id, fields, request_id)
            select md5(n::text), 'admin', 'transaction_viewed', 'transaction', md5((n / 9)::text), '{}', md5(n::text)
            from generate_series(1, ${sql.lit(Number(count))}) n`.execute(patient),
        ),
      );
      await timed("sealed", () => sealAudit(db));
      const { findings } = await timed("verified", () =>
        withPatientDatabase((patient) => verifyAudit(patient, { digests: [], restores: [] })),
      );
      if (findings.length > 0) throw new Error(findings.join("\n"));
      await timed("sealed again, with nothing new", () => sealAudit(db));
      const { rows } = await sql<{ size: string }>`
        select pg_size_pretty(pg_total_relation_size('audit_log')) || ', its seals '
          || pg_size_pretty(pg_total_relation_size('audit_seals')) as size`.execute(db);
      console.log(`audit_log ${rows[0]?.size}`);
    } finally {
      await closeDatabase();
      if (DATABASE_URL) process.env.DATABASE_URL = DATABASE_URL;
      else delete process.env.DATABASE_URL;
    }
  });
});

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
  return result;
}
