import { command } from "#db/commands/command.ts";

/** `npm run smoke -- VENDOR`: runs the smoke test of one vendor, with the settings in .env. */
await command(async ([name = ""]) => {
  const { vendorsWithDouble: doubled } = await import("#app/platform/env.server.ts");
  const { SMOKE } = await import("./smoke.server.ts");
  const asked = Object.entries(SMOKE).find(([vendor]) => vendor === name);
  if (!asked) throw new Error(`Name one of these: ${Object.keys(SMOKE).join(", ")}`);
  if ([...doubled].some((vendor) => vendor === name)) {
    throw new Error(`${name} has no settings here, so its double would answer. See .env.example.`);
  }
  const [, ask] = asked;
  console.log(await ask());
});
