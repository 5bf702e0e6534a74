import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { command } from "#db/commands/command.ts";
import { copyOfBinaries } from "#db/embedded/binaries.ts";
import { dataFolder, isInFallbackFolder } from "#db/embedded/location.ts";
import { stopServer } from "#db/embedded/server.ts";
import { usersFolder } from "#db/embedded/users.ts";

await command(async (args) => {
  const folder = dataFolder();
  const stopped = await stopServer(folder);
  console.log(
    stopped ? "The embedded PostgreSQL has stopped." : "The embedded PostgreSQL is not running.",
  );
  if (!args.includes("--delete")) return;
  const moved = [isInFallbackFolder() ? dirname(folder) : null, copyOfBinaries()];
  for (const path of [folder, usersFolder(folder), ...moved]) {
    if (!path || !existsSync(path)) continue;
    rmSync(path, { recursive: true });
    console.log(`Deleted: ${path}`);
  }
});
