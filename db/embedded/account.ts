import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Account on this machine that PostgreSQL runs under, because PostgreSQL refuses to run as root.
 */
export type Account = { uid: number; gid: number };

/**
 * Returns the account for PostgreSQL if this process runs as root; null otherwise, because
 * PostgreSQL then runs as the same user as this process.
 */
export function accountFor(folder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = lstatSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = namedAccount("postgres") ?? namedAccount("nobody");
  if (!account) {
    throw new Error(
      "PostgreSQL cannot run as root, and this machine has no user named postgres or nobody. " +
        "Run the command as another user, or set DATABASE_URL.",
    );
  }
  return account;
}

function namedAccount(name: string): Account | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

/** Returns true if the account has access to every existing folder on a path. */
export function canReach(account: Account | null, path: string): boolean {
  if (!account) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats) {
      const bit = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001;
      if ((stats.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}
