import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./setup.mjs";

const SHELL = ["chromium-headless-shell"];
const WHOLE = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Installs Debian's headless Chromium, if no browser is found and this process runs as root.
 * Playwright's own browser would take minutes longer to install.
 */
export async function installBrowser() {
  if (process.env.CHROMIUM_PATH || onPath(SHELL)) return;
  if (process.getuid?.() !== 0 || !onPath(["apt-get"])) return;
  console.log("Installing Chromium …");
  const quietly = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update"], quietly);
  const packages = ["install", "--yes", "--no-install-recommends", ...SHELL];
  await run("apt-get", packages, quietly);
}

/**
 * Returns the path of a browser: the one in CHROMIUM_PATH, an installed Chromium, or Playwright's.
 * Returns null if there is none.
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  return (
    onPath(SHELL) ?? onPath(WHOLE) ?? (existsSync(onMac) ? onMac : null) ?? (await ofPlaywright())
  );
}

export const browserAdvice =
  "No browser found for the journeys. Run npx playwright install --with-deps chromium, or set CHROMIUM_PATH.";

function onPath(programs) {
  for (const name of programs) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

async function ofPlaywright() {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}
