import { readMember } from "#app/platform/read-member.ts";

/**
 * Error codes that mean that a disk is full: PostgreSQL's, and those of the file system that stores
 * documents (SE-10).
 */
const DISK_FULL = new Set<unknown>(["53100", "ENOSPC", "EDQUOT"]);

let hasFailed = false;

/** Returns true if a write failed because a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return [error, readMember(error, "cause")].some((part) =>
    DISK_FULL.has(readMember(part, "code")),
  );
}

/** Remembers a full disk, so that the next readiness check looks for free space. */
export function rememberDiskFull(error: unknown): void {
  if (isDiskFull(error)) hasFailed = true;
}

/**
 * Returns true if a write has failed because a disk was full, and no later check has found free
 * space.
 */
export function wasDiskFull(): boolean {
  return hasFailed;
}

export function forgetDiskFull(): void {
  hasFailed = false;
}
