/* oxlint-disable no-empty-pattern -- Playwright reads from its pattern what a fixture needs. */
import { randomBytes } from "node:crypto";
import { test as base, type BrowserContext, type Page, type TestInfo } from "@playwright/test";
import { closeDatabase, db, type Db } from "#db/connection.ts";
import { anAddress } from "./environment.ts";
import { inspect, isTakenOver, scan } from "./inspector.ts";
import { Postbox } from "./postbox.ts";
import { watchConsole } from "./console.ts";
import { watchDocuments } from "./validity.ts";

/** Somebody who is in no database yet. */
export type Somebody = { first_name: string; last_name: string; email: string; phone: string };

type Fixtures = {
  /** Whether the pages may run scripts: the project says so. */
  scripts: boolean;
  person: Somebody;
  postbox: Postbox;
  /** The service's own database: to see what was recorded, and to let time pass. */
  db: Db;
  /** Looks a page over, as it stands, in every way that a program can. */
  inspect: (page: Page) => Promise<void>;
  /** Only what axe finds, and the width. */
  scan: (page: Page) => Promise<void>;
  /** A browser of somebody else, somewhere else. */
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

  // Limits go by the address, and one journey must not use up another's.
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

/** Who opens a page by its address is there for what React does on it, and it comes after the page is loaded. */
function waitForReact(page: Page) {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await page.waitForFunction(isTakenOver);
    return answer;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await page.waitForFunction(isTakenOver);
    return answer;
  };
}

/** What each page said where a walk failed: a log is all that is kept of a run elsewhere, and it shows 300 letters. */
async function attachPages(context: BrowserContext, testInfo: TestInfo) {
  for (const page of context.pages()) {
    const said = await page.locator("main").innerText({ timeout: 2000 }).catch(String);
    const body = `${page.url()}: ${said.replaceAll(/\s+/g, " ")}`;
    await testInfo.attach("page", { body, contentType: "text/plain" });
  }
}

export { expect } from "@playwright/test";
