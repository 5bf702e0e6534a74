import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";

const CONFIRM = "--confirm-restore=";

/**
 * `npm run audit:verify`: verifies the audit log, and exits with 1 if it was changed. After a
 * restore, --confirm-restore=TIME confirms the restore (SE-5).
 */
await command(async (args) => {
  await ensureDatabase();
  const { verifyWithDigests } = await import("#app/domain/audit/check.server.ts");
  const { closeDatabase, db } = await import("#db/connection.ts");
  try {
    const confirm = args.find((arg) => arg.startsWith(CONFIRM));
    if (confirm) {
      const { markRestored } = await import("#app/domain/audit/restore-markers.server.ts");
      const { restored_at } = await markRestored(db, confirm.slice(CONFIRM.length));
      console.log(`Confirmed the restore at ${restored_at}`);
    }
    const { sealed, end, unsealed, digests, findings, notes } = await verifyWithDigests();
    const until = end ? `, the last at ${end.sealed_at}: ${end.hash}` : "";
    console.log(`Sealed rows: ${sealed}${until}`);
    const since = unsealed.since ? `, the oldest since ${unsealed.since.toISOString()}` : "";
    console.log(`Rows not sealed yet: ${unsealed.count}${since}`);
    console.log(`Digests outside the database compared: ${digests}`);
    for (const note of notes) console.log(note);
    for (const finding of findings) console.error(finding);
    if (findings.length > 0)
      throw new Error(`The audit log failed its integrity check. Findings: ${findings.length}.`);
    console.log("The audit log matches its seals.");
  } finally {
    await closeDatabase();
  }
});
