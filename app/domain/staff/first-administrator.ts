import { z } from "zod";
import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";

/**
 * Command that adds the first administrator: `npm run staff:first -- ada@firm.example Ada Marsh`.
 * With `--another`, it adds an administrator even if one already exists, in case that person has
 * lost access.
 */
await command(async (args) => {
  const another = args.includes("--another");
  const [email, first_name, ...last_names] = args.filter((arg) => arg !== "--another");
  await ensureDatabase();
  const { addStaff, hasAdministrator, NewStaffForm } = await import("./change-staff.server.ts");
  const { closeDatabase, db, inTransaction } = await import("#db/connection.ts");
  const typed = NewStaffForm.safeParse({
    email,
    first_name,
    last_name: last_names.join(" "),
    administrator: true,
  });
  if (!typed.success) {
    const problems = z.flattenError(typed.error).fieldErrors;
    throw new Error(
      `Give an email address, a first name and a last name. ${Object.values(problems).flat().join(". ")}`,
    );
  }
  try {
    await inTransaction(db, async (trx) => {
      if (!another && (await hasAdministrator(trx))) {
        throw new Error(
          "There is already an administrator, who can add others. To add one here anyway, use --another",
        );
      }
      await addStaff(trx, typed.data, { actor: null });
    });
    console.log(`${typed.data.email} can now request a sign-in link at /sign-in.`);
  } finally {
    await closeDatabase();
  }
});
