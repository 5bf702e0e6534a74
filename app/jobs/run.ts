import { command } from "#db/commands/command.ts";
import { ensureDatabase } from "#db/ensure.ts";

/**
 * `npm run job -- NAME`: a timed job now, for those who would rather have their own scheduler start it. The jobs are
 * loaded when .env has been read.
 */
const timed = {
  purge: async () => (await import("./purge.server.ts")).purge,
  "reconcile-payments": async () => (await import("./reconcile-payments.server.ts")).reconcile,
  "fold-list-counts": async () => (await import("./list-counts.server.ts")).foldListCounts,
  "check-list-counts": async () => (await import("./list-counts.server.ts")).checkListCounts,
  "weekly-leads": async () => (await import("./weekly-leads.server.ts")).weeklyLeads,
  "office-health": async () => (await import("./office-health.server.ts")).officeHealth,
  "expire-invitations": async () =>
    (await import("./expire-invitations.server.ts")).expireLapsedInvitations,
};

function isTimed(name: string): name is keyof typeof timed {
  return Object.hasOwn(timed, name);
}

await command(async ([name = ""]) => {
  if (!isTimed(name)) throw new Error(`Say which: ${Object.keys(timed).join(" or ")}`);
  await ensureDatabase();
  const { doubled } = await import("#app/env.server.ts");
  if (doubled.size) (await import("#mocks/start.server.ts")).startDoubles(doubled);
  const job = await timed[name]();
  const { closeDatabase } = await import("#db/connection.ts");
  try {
    console.log(await job.handle({}, { number: 1, isLast: true }));
  } finally {
    await closeDatabase();
  }
});
