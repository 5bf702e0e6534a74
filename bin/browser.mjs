import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./ready.mjs";

/** The first is the same engine without windows, and needs a third less of the machine. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** A Chromium for the journeys: the one that is named, the machine's, Playwright's, or Debian's package; or null. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  return (
    onPath(names) ??
    (existsSync(onMac) ? onMac : null) ??
    (await ofPlaywright()) ??
    (await ofDebian())
  );
}

export const browserAdvice =
  "No browser for the journeys: npx playwright install --with-deps chromium, or set CHROMIUM_PATH.";

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

async function ofDebian() {
  if (process.getuid?.() !== 0 || !onPath(["apt-get"])) return null;
  console.log("Installing Chromium …");
  const quietly = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update"], quietly);
  const packages = ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"];
  await run("apt-get", packages, quietly);
  return onPath(names);
}
