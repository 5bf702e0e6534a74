import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";
import { restore } from "#db/restore.ts";

await command(async (args) => {
  const [folder] = args.filter((arg) => !arg.startsWith("--"));
  if (!folder) {
    throw new Error(
      "Which backup? npm run db:restore -- <folder> (and --replace to delete what the database holds)",
    );
  }
  // Reads the settings, which say whether documents are in a bucket: .env has been read by now.
  const { hasDocument, putDocument } = await import("#app/clients/documents.server.ts");
  const place = { has: hasDocument, put: putDocument };
  const replace = args.includes("--replace");
  const restored = await restore(await ensureDatabase(), folder, place, { replace });
  const { rows, documents, emails, missing, access_known } = restored;
  // Through the service's own connection, which the settings lead to the same database.
  const { closeDatabase, db } = await import("#db/connection.ts");
  const { eraseAgain } = await import("#app/domain/privacy/erasure.server.ts");
  let erased;
  try {
    erased = await eraseAgain(db);
  } finally {
    await closeDatabase();
  }
  console.log(`${rows} rows and ${documents} documents are restored from ${folder}`);
  if (erased > 0) {
    console.log(`People erased again, who were erased after the backup: ${erased}`);
  }
  if (emails > 0) {
    console.log(
      `${emails} emails were waiting to be sent: the worker asks Postmark whether it has them before it sends them.`,
    );
  }
  if (missing.length > 0) {
    console.log(`${missing.length} documents that the database names are missing:`);
    for (const key of missing) console.log(`  ${key}`);
  }
  console.log(
    access_known
      ? "Everybody is signed out, and whoever was deactivated since the backup still is."
      : "Everybody is signed out. Who was deactivated since the backup is not known: look through the users.",
  );
  console.log(
    "Nothing is sent or ordered until an administrator has signed in and ended that at /admin/restoration (docs/operations.md).",
  );
});
