import { defineConfig } from "@playwright/test";
import { appUrl, outputDir, setJourneyEnvironment } from "#tests/journeys/support/environment.ts";

// Set this here, so that the server, this process and every worker use the same database and the
// same secret.
setJourneyEnvironment();

/**
 * Features of Chromium to disable. Chromium uses only the last such list, so this one includes
 * Playwright's.
 */
const DISABLED_FEATURES = [
  // The full Chromium loads the list under its address bar for each page, but no test looks at it.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // This feature gives each new page of the same site a new frame, which takes a third of the
  // page's load time.
  "RenderDocument",
  // This policy makes the first page of each tab start another process.
  // tests/security/headers.test.ts checks that pages send it.
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
/**
 * Proof that joins other journeys and takes the pictures in docs/walkthrough.md. It runs once,
 * because the other journeys already run with and without scripts.
 */
const MATTER = "**/a-matter.spec.ts";

/**
 * Configuration of the journeys. They run with and without scripts, against the build from `npm run
 * build`.
 */
export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  outputDir,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  retries: 0,
  // Journeys wait for conditions and not for fixed times. These limits end a wait for something
  // that never happens, and are long enough for a busy machine.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: "list",
  use: {
    baseURL: appUrl,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Turn off animations, so that no check measures a colour in transition.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Turn off the browser's own requests, because no one answers them on a closed network.
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
  // Without scripts, the journeys in tests/journeys/forms check texts and saved data, but not the
  // layout. Their counterparts with scripts have the tag @scripts.
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
