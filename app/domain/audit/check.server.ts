import { queuedEmail } from "#app/queue/email.ts";
import { sql } from "kysely";
import { z } from "zod";
import { storeAuditDigest, readAuditDigests } from "#app/clients/documents.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { env } from "#app/platform/env.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction, withLongQueries } from "#db/connection.ts";
import { readMarker, type Restored } from "./restore-markers.server.ts";
import { type OutsideDigest, type Verification, verifyAudit } from "./verify.server.ts";

export const auditBrokenEmail = queuedEmail(
  "audit_broken",
  z.object({ audit_check_id: z.string() }),
);

const Digest = z.object({ position: z.string(), hash: z.string(), sealed_at: z.iso.datetime() });

/**
 * Verifies the audit log against the digests stored outside the database. Never call it in a
 * transaction.
 * @throws any error from the document store
 */
export async function verifyWithDigests(): Promise<Verification> {
  const digests: OutsideDigest[] = [];
  const restores: Restored[] = [];
  const broken: string[] = [];
  for (const bytes of await readAuditDigests()) {
    const file = readJson(new TextDecoder().decode(bytes));
    const marker = readMarker(file);
    // Skip a restore marker if its signing secret has been removed. The bucket is locked, so the
    // marker can't be deleted.
    if (marker === "unsigned") continue;
    const digest = Digest.safeParse(file).data;
    if (marker) restores.push(marker);
    else if (digest) digests.push(digest);
    else broken.push("A digest outside the database cannot be read. It was changed or cut short.");
  }
  const found = await withLongQueries((db) => verifyAudit(db, { digests, restores }));
  return { ...found, findings: [...broken, ...found.findings] };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Verifies the audit log and stores the findings. If there are none, stores a digest outside the
 * database; otherwise emails the team, at most once a day.
 * @throws any error from the document store
 */
export async function checkAudit(db: Db): Promise<Verification> {
  const found = await verifyWithDigests();
  await inTransaction(db, async (trx) => {
    const check = await trx
      .insertInto("audit_checks")
      .values({
        sealed: found.sealed,
        unsealed: found.unsealed.count,
        findings: JSON.stringify(found.findings),
      })
      .returning(["id", sql<string>`checked_at::date::text`.as("day")])
      .executeTakeFirstOrThrow();
    if (found.findings.length === 0) return;
    await queueEmail(trx, {
      email: auditBrokenEmail,
      recipient: env.TEAM_EMAIL,
      props: { audit_check_id: check.id },
      dedupe_key: `audit_broken:${check.day}`,
    });
  });
  if (found.end && found.findings.length === 0) await keepDigest(found.end);
  return found;
}

/** Stores a digest under a unique name, made of the time and the position of the last seal. */
async function keepDigest(end: OutsideDigest) {
  const at = new Date().toISOString().replace(/[:.]/g, "").toLowerCase();
  const bytes = new TextEncoder().encode(`${JSON.stringify(end)}\n`);
  await storeAuditDigest(`${at}-${end.position}`, bytes);
}

const MAX_EMAILED_FINDINGS = 10;

/** Returns the content of the email about a broken audit log. @throws NotFoundError */
export async function readBrokenAudit(
  db: Db,
  { audit_check_id }: { audit_check_id: string },
): Promise<{ count: number; first: string[] }> {
  const check = await db
    .selectFrom("audit_checks")
    .select("findings")
    .where("id", "=", audit_check_id)
    .executeTakeFirstOrThrow(() => new NotFoundError("Check not found"));
  const findings = z.array(z.string()).parse(check.findings);
  return { count: findings.length, first: findings.slice(0, MAX_EMAILED_FINDINGS) };
}
