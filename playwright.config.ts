import { defineConfig } from "@playwright/test";
import { appUrl, outputDir, setJourneyEnvironment } from "#tests/journeys/support/environment.ts";

// Here, so that the server, this process and every worker find the same database and the same secret.
setJourneyEnvironment();

/** Chromium takes the last list that it is given, so that Playwright's own is in this one. */
const DISABLED_FEATURES = [
  // What the whole Chromium loads for each page that is opened, and nobody here looks at: the list under its address bar.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // A page in the place of another of the same site gets a frame of its own, which takes a third of what loading it does.
  "RenderDocument",
  // The first page of each tab gets another process. That pages ask for it is told by tests/security/headers.test.ts.
  "CrossOriginOpenerPolicy",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const FORMS = "**/journeys/forms/**";
/** The journeys that it joins are walked in both modes: it is a proof, and makes the pictures of its document. */
const MATTER = "**/a-matter.spec.ts";

/** Journeys, with scripts and without, on the build of `npm run build`. */
export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  outputDir,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  retries: 0,
  // A walk waits for facts. These are for what never comes, and far from what a busy machine takes.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: "list",
  use: {
    baseURL: appUrl,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // A colour on its way to another is none that a page is judged by.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Nobody on a closed network answers what a browser asks by itself.
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-domain-reliability",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  // What is said and kept without scripts, and not how it looks, is told by a client that posts forms (tests/journeys/forms):
  // its counterpart with scripts has the tag @scripts.
  projects: [
    { name: "scripts", testIgnore: [FORMS, MATTER] },
    {
      name: "no-scripts",
      testIgnore: MATTER,
      grepInvert: /@scripts/,
      use: { javaScriptEnabled: false },
    },
    { name: "matter", testMatch: MATTER },
  ],
  webServer: {
    command: `"${process.execPath}" --import tsx tests/journeys/support/serve.ts`,
    url: `${appUrl}/sign-in`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 12_000 },
  },
});
