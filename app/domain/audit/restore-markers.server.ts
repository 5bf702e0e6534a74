import { sql } from "kysely";
import { z } from "zod";
import { storeAuditDigest } from "#app/clients/documents.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { randomId } from "#app/platform/secrets.server.ts";
import { isSignature, sign } from "#app/platform/signature.server.ts";
import type { Db } from "#db/connection.ts";
import { timestampTextSql } from "./seal.server.ts";

/**
 * Signed markers of database restores, stored next to the digests outside the database. Someone who
 * alters the audit log could also forge a row in `restorations`, to make the change look like the
 * result of a restore (SE-5).
 */

const Restored = z.object({ backup_made_at: z.iso.datetime(), restored_at: z.iso.datetime() });
export type Restored = z.output<typeof Restored>;

const Marker = Restored.extend({ restore_signature: z.string() });

const signed = ({ backup_made_at, restored_at }: Restored) =>
  ["restoration", backup_made_at, restored_at] as const;

/**
 * Parses a file from the store.
 * @returns the restore, "unsigned" if none of our secrets signed it, or null if the file isn't a
 * marker
 */
export function readMarker(file: unknown): Restored | "unsigned" | null {
  const marker = Marker.safeParse(file).data;
  if (!marker) return null;
  const { restore_signature, ...restored } = marker;
  return isSignature(restore_signature, ...signed(restored)) ? restored : "unsigned";
}

/** Returns the restores recorded in the database, oldest first, with times to the microsecond. */
export function listRestored(db: Db): Promise<Restored[]> {
  return db
    .selectFrom("restorations")
    .select([
      timestampTextSql(sql`backup_made_at`).as("backup_made_at"),
      timestampTextSql(sql`restored_at`).as("restored_at"),
    ])
    .orderBy("restored_at")
    .execute();
}

/**
 * Stores a signed marker for a restore that the database records. Never call it in a transaction,
 * because it waits for the store.
 * @param restored_at time of the restore as `audit:verify` shows it; defaults to the newest restore
 * @throws NotFoundError if the database records no restore at this time; any error from the
 * document store
 */
export async function markRestored(db: Db, restored_at?: string): Promise<Restored> {
  const found = (await listRestored(db)).findLast(
    (restored) => restored_at === undefined || restored.restored_at === restored_at,
  );
  if (!found) throw new NotFoundError("The database doesn’t record a restore at this time");
  const marker = { ...found, restore_signature: sign(...signed(found)) };
  const at = found.restored_at.replace(/[:.]/g, "").toLowerCase();
  const name = `restored-${at}-${randomId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")}`;
  await storeAuditDigest(name, new TextEncoder().encode(`${JSON.stringify(marker)}\n`));
  return found;
}
