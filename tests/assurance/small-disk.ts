import { execFile } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readMember } from "#app/platform/read-member.ts";

const run = promisify(execFile);
const BLOCKS = [1024 * 1024, 4 * 1024, 1];

/** Mounts a size-limited file system on a folder. Needs root on Linux. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true });
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder]);
  const ballast = join(folder, "ballast");
  return {
    async fill() {
      const file = await open(ballast, "a");
      try {
        for (const size of BLOCKS) await writeUntilFull(() => file.write(Buffer.alloc(size)));
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    async end() {
      await run("umount", ["--lazy", folder]);
    },
  };
}

async function writeUntilFull(write: () => Promise<unknown>) {
  try {
    for (;;) await write();
  } catch (error) {
    if (readMember(error, "code") !== "ENOSPC") throw error;
  }
}
