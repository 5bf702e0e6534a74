/* oxlint-disable no-empty-pattern -- Playwright reads from its pattern what a fixture needs. */
import { randomBytes } from "node:crypto";
import { test as base, type BrowserContext, type Page, type TestInfo } from "@playwright/test";
import { closeDatabase, db, type Db } from "#db/connection.ts";
import { anAddress } from "./environment.ts";
import { inspect, isHydrated, scan } from "./inspector.ts";
import { Postbox } from "./postbox.ts";
import { watchConsole } from "./console.ts";
import { watchDocuments } from "./validity.ts";

export type NewPerson = { first_name: string; last_name: string; email: string; phone: string };

type Fixtures = {
  scripts: boolean;
  person: NewPerson;
  postbox: Postbox;
  db: Db;
  /** Runs all automated checks on a page. */
  inspect: (page: Page) => Promise<void>;
  /** Checks only a page’s width and axe’s rules. */
  scan: (page: Page) => Promise<void>;
  /** Opens a separate browser that has a different IP address. */
  anotherBrowser: () => Promise<BrowserContext>;
};

type WorkerFixtures = { database: Db };

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    async ({}, use) => {
      await use(db);
      await closeDatabase();
    },
    { scope: "worker" },
  ],

  // Each test has a unique IP address, because rate limits are per address and journeys must not
  // share them.
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": anAddress() }),

  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),

  context: async ({ context, scripts }, use, testInfo) => {
    if (scripts) context.on("page", waitForReact);
    const complaints = watchConsole(context);
    const documents = watchDocuments(context);
    await use(context);
    if (testInfo.error) await attachPages(context, testInfo);
    complaints.expectNone();
    await documents.expectValid();
  },

  person: async ({}, use) => {
    const id = randomBytes(4).toString("hex");
    await use({
      first_name: "Sam",
      last_name: "Seller",
      email: `sam.${id}@example.test`,
      phone: "07400 123456",
    });
  },

  postbox: async ({ db }, use) => use(new Postbox(db)),

  db: async ({ database }, use) => use(database),

  inspect: async ({ scripts }, use) => {
    const titles = new Map<string, string>();
    await use((page) => inspect(page, { scripts, titles }));
  },

  scan: async ({ scripts }, use) => use((page) => scan(page, scripts)),

  anotherBrowser: async ({ browser, scripts }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        javaScriptEnabled: scripts,
        extraHTTPHeaders: { "X-Forwarded-For": anAddress() },
      });
      if (scripts) context.on("page", waitForReact);
      opened.push(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

/** Makes `goto` and `reload` wait until React has started, which is after the page has loaded. */
function waitForReact(page: Page) {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await page.waitForFunction(isHydrated);
    return answer;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await page.waitForFunction(isHydrated);
    return answer;
  };
}

/**
 * Attaches the text of each open page to a failed test, because the log shows only 300 characters.
 */
async function attachPages(context: BrowserContext, testInfo: TestInfo) {
  for (const page of context.pages()) {
    const said = await page.locator("main").innerText({ timeout: 2000 }).catch(String);
    const body = `${page.url()}: ${said.replaceAll(/\s+/g, " ")}`;
    await testInfo.attach("page", { body, contentType: "text/plain" });
  }
}

export { expect } from "@playwright/test";
