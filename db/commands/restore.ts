import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { restore } from "#db/restore.ts";

await command(async (args) => {
  const [folder] = args.filter((arg) => !arg.startsWith("--"));
  if (!folder) {
    throw new Error(
      "Name a backup: npm run db:restore -- <folder> (add --replace to delete what is in the database)",
    );
  }
  // Import this only after .env has been read, because it reads the settings.
  const { hasDocument, putDocument } = await import("#app/clients/documents.server.ts");
  const place = { has: hasDocument, put: putDocument };
  const replace = args.includes("--replace");
  const restored = await restore(await ensureDatabase(), folder, place, { replace });
  const { rows, documents, emails, missing, access_known } = restored;
  // The service's own connection leads to the database that has been restored.
  const { closeDatabase, db } = await import("#db/connection.ts");
  const { markRestored } = await import("#app/domain/audit/restore-markers.server.ts");
  const { reapplyErasures: eraseAgain } = await import("#app/domain/privacy/erasure.server.ts");
  let erased;
  try {
    await markRestored(db);
    erased = await eraseAgain(db);
  } finally {
    await closeDatabase();
  }
  console.log(`Restored ${rows} rows and ${documents} documents from ${folder}`);
  if (erased > 0) {
    console.log(`People erased again, because they were erased after the backup: ${erased}`);
  }
  if (emails > 0) {
    console.log(
      `Emails waiting to be sent: ${emails}. The worker will check with Postmark before it sends them.`,
    );
  }
  if (missing.length > 0) {
    console.log(`Documents named in the database but missing: ${missing.length}`);
    for (const key of missing) console.log(`  ${key}`);
  }
  console.log(
    access_known
      ? "Everyone is signed out. People who were deactivated after the backup stay deactivated."
      : "Everyone is signed out. We don’t know who was deactivated after the backup, so check the users.",
  );
  console.log(
    "Emails, orders and payments are off until an administrator signs in and turns them back on at /admin/restoration (docs/operations.md).",
  );
});
