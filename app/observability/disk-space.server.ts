import { readMember } from "#app/read-member.ts";

/** PostgreSQL's name for a disk without room. */
const DISK_FULL = "53100";

let hasFailed = false;

/** Whether a query failed because the database has no room left to write. */
export function isDiskFull(error: unknown): boolean {
  return readMember(error, "code") === DISK_FULL;
}

/** Called with every failure that is reported: the next check of readiness looks whether there is room again. */
export function rememberDiskFull(error: unknown): void {
  if (isDiskFull(error) || isDiskFull(readMember(error, "cause"))) hasFailed = true;
}

/** Whether a write has failed for want of room since it was last found. */
export function wasDiskFull(): boolean {
  return hasFailed;
}

export function forgetDiskFull(): void {
  hasFailed = false;
}
