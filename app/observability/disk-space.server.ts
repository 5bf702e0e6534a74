import { readMember } from "#app/platform/read-member.ts";

/** PostgreSQL's name for a disk without room, and the file system's names, where documents are saved (SE-10). */
const DISK_FULL = new Set<unknown>(["53100", "ENOSPC", "EDQUOT"]);

let hasFailed = false;

/** Whether a write failed because the database or the documents have no room left. */
export function isDiskFull(error: unknown): boolean {
  return [error, readMember(error, "cause")].some((part) =>
    DISK_FULL.has(readMember(part, "code")),
  );
}

/** Called with every failure that is reported: the next check of readiness looks whether there is room again. */
export function rememberDiskFull(error: unknown): void {
  if (isDiskFull(error)) hasFailed = true;
}

/** Whether a write has failed for want of room since it was last found. */
export function wasDiskFull(): boolean {
  return hasFailed;
}

export function forgetDiskFull(): void {
  hasFailed = false;
}
