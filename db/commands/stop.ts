import { command } from "#db/commands/command.ts";
import { dataFolder } from "#db/embedded/location.ts";
import { stopServer } from "#db/embedded/server.ts";

await command(async () => {
  const stopped = await stopServer(dataFolder());
  console.log(stopped ? "The embedded PostgreSQL is stopped." : "No embedded PostgreSQL runs.");
});
