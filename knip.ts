import { readFileSync } from "node:fs";
import type { KnipConfig } from "knip";

/** Route modules that app/routes.ts lists. All other files in app/routes must be imported. */
const pages = readFileSync("app/routes.ts", "utf8").matchAll(/"(routes\/[^"]+\.tsx?)"/g);

const config: KnipConfig = {
  // Knip's plugin for Remix would treat every file in app/routes as a page.
  remix: false,
  entry: [
    "app/root.tsx",
    "app/routes.ts",
    ...Array.from(pages, ([, page]) => `app/${page}`),
    "app/routes/admin/transactions/*/tab.tsx",
    "app/entry.{client,server}.tsx",
    "migrations/*.ts",
    "db/commands/*.ts",
    "app/clients/{pdf-text,image-preview}-process.mjs",
    "app/ui/elements/index.ts",
    "packages/crypto-js/index.cjs",
    "tests/support/stop-servers.ts",
    "bin/fonts.mjs",
    "mocks/stripe/stripe.js",
    "tests/**/*.{test,spec}.{ts,tsx}",
    "tests/journeys/support/*.ts",
    "tests/**/*-process.ts",
    "tests/assurance/{*.proof,vitest.config}.ts",
    "tests/assurance/{vulnerable-build,moved-clock,uploader}.mjs",
    "tests/mutants/{config,forget-mutant}.ts",
    "bin/sql-names.mjs",
    "tests/bench/fewer-routes.mjs",
  ],
  // These are separate programs, each with its own package.json (tests/bench/peers.ts).
  ignore: ["tests/bench/peers/**"],
  ignoreDependencies: [
    "crypto-js",
    "@fontsource-variable/fraunces",
    "@fontsource-variable/public-sans",
    "@stryker-mutator/vitest-runner",
  ],
};

export default config;
