import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const COPIED = [
  "app",
  "bin",
  "build",
  "db",
  "migrations",
  "mocks",
  "package.json",
  "packages",
  "patches",
  "tsconfig.json",
];

/** Migration of the next release. It changes a busy table while the previous release is running. */
const MIGRATION = `import { sql, type Kysely } from "kysely";

export async function up(db: Kysely<unknown>) {
  await sql\`alter table transactions add column next_release text not null default 'new'\`.execute(db);
  await sql\`create index transactions_next_release on transactions (next_release)\`.execute(db);
}
`;

export async function makeNextRelease(parent: string): Promise<string> {
  const folder = join(parent, "next");
  await mkdir(folder);
  for (const name of COPIED) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "migrations", "9999_next_release.ts"), MIGRATION);
  return folder;
}
