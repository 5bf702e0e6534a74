import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { recordFigure } from "#tests/support/proof.ts";

test("a new user can follow docs/walkthrough.md in a browser from sign-up to completion (A-002, A-003, A-017)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fanlight-matter-"));
  try {
    // Pass on only these environment variables of vitest.
    const { PATH, HOME, CHROMIUM_PATH } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["bin/walkthrough-pictures.mjs", folder],
      { env: { PATH, HOME, CHROMIUM_PATH, NODE_ENV: "production" } },
    );
    const pictures = await readdir(folder);
    recordFigure(`${pictures.length} pictures on the way from sign-up to completion`);
    expect(stdout).toContain("1 passed");
    expect(pictures).toHaveLength(28);
  } finally {
    await rm(folder, { recursive: true });
  }
});
