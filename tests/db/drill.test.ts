import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp, tableFile } from "#db/backup.ts";
import { drill, findNewestBackup, recordBackup, recordDrill } from "#db/drill.ts";
import { createDatabase, dropDatabase } from "#db/ensure.ts";
import { readManifest } from "#db/manifest.ts";
import { urlOfDatabase } from "#db/url.ts";
import { insertPerson } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { documentFolder } from "#tests/support/document-folder.ts";

const { db, url } = useTestDatabase();
let backups: string;
let backup: string;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "fanlight-drill-"));
  backup = join(backups, "first");
  await insertPerson(db, "ada@example.com");
  await backUp(url, backup, documentFolder(join(backups, "documents")));
  await insertPerson(db, "late@example.com");
});
afterAll(() => rm(backups, { recursive: true }));

/** Lists only this process’s databases, because other test files restore at the same time. */
const databases = () =>
  query(url, `select datname from pg_database where datname like 'scratch_${process.pid}_%'`);

test("a drill restores the backup into a separate database, compares the counts and cleans up", async () => {
  const { counts, missing, ms } = await drill(url, backup);
  expect(counts).toContainEqual({ table: "users", restored: 1, now: 2 });
  expect(missing).toEqual([]);
  expect(ms).toBeGreaterThan(0);
  expect(await databases()).toEqual([]);
  expect(await query(url, "select 1 from restorations")).toEqual([]);
});

test("a drill fails on a damaged backup", async () => {
  const damaged = join(backups, "damaged");
  await cp(backup, damaged, { recursive: true });
  await appendFile(join(damaged, tableFile("public.users")), "x");
  await expect(drill(url, damaged)).rejects.toThrow();
  await rm(damaged, { recursive: true });
});

test("npm run db:drill records that a damaged backup failed, and prints the reason", async () => {
  const damaged = join(backups, "damaged-too");
  await cp(backup, damaged, { recursive: true });
  await appendFile(join(damaged, tableFile("public.users")), "x");
  const program = ["--import", "tsx", "db/commands/drill.ts", damaged];
  const env = { ...process.env, DATABASE_URL: url };
  const run = promisify(execFile)(process.execPath, program, { env });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: "unexpected end of file\n" });
  expect(await query(url, "delete from backups returning drill_failure")).toEqual([
    { drill_failure: "unexpected end of file" },
  ]);
  await rm(damaged, { recursive: true });
});

test("a drill uses and then empties the given drill database, and rejects one whose name lacks “drill”", async () => {
  const other = urlOfDatabase(url, `drill_${process.pid}`);
  await createDatabase(other);
  try {
    for (const time of [1, 2]) {
      expect((await drill(url, backup, { drillUrl: other })).counts, String(time)).toHaveLength(5);
      expect(await query(other, "select to_regclass('public.users') as there")).toEqual([
        { there: null },
      ]);
    }
  } finally {
    await dropDatabase(other);
  }
  await expect(drill(url, backup, { drillUrl: url })).rejects.toThrow("must contain “drill”");
  expect(await query(url, "select count(*)::int as count from users")).toEqual([{ count: 2 }]);
});

test("a drill uses the newest complete backup and ignores an incomplete one", async () => {
  const second = join(backups, "a-second");
  await backUp(url, second, documentFolder(join(backups, "documents")));
  await cp(backup, join(backups, "z-cut-off"), { recursive: true });
  await rm(join(backups, "z-cut-off", "manifest.json"));
  expect(await findNewestBackup(backups)).toBe(second);
  expect(await findNewestBackup(join(backups, "none"))).toBeNull();
});

test("a backup is recorded once, and a drill is recorded even if its backup has not been", async () => {
  const manifest = await readManifest(backup);
  await recordBackup(url, backup, manifest);
  await recordBackup(url, backup, manifest);
  const rows = () =>
    db.selectFrom("backups").select(["documents", "drill_ms", "drill_failure"]).execute();
  expect(await rows()).toEqual([{ documents: 0, drill_ms: null, drill_failure: null }]);
  await recordDrill(url, backup, manifest, { ms: 1_200, failure: null });
  expect(await rows()).toEqual([{ documents: 0, drill_ms: 1_200, drill_failure: null }]);
  await db.deleteFrom("backups").execute();
  await recordDrill(url, backup, manifest, { ms: null, failure: "It is damaged." });
  expect(await rows()).toEqual([{ documents: 0, drill_ms: null, drill_failure: "It is damaged." }]);
});
