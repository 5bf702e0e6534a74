import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { paths } from "#app/paths.ts";
import { askForLink, firstId, signIn, startMatter, Visitor } from "#tests/support/http-visitor.ts";
import { preparePeers } from "./peers.ts";
import { startFanlight, stopServers } from "./servers.ts";

/**
 * `CHROMIUM_PATH=/usr/bin/chromium npm run bench:lighthouse`: prints the median of three mobile
 * Lighthouse scores for pages of each kind. The aim is 100, and 97 for pages with React.
 * `ONLY=Staff` limits it to pages with that name.
 */

const RUNS = Number(process.env.RUNS ?? "3");
const ONLY = process.env.ONLY ?? "";

type Page = { name: string; path: string; visitor?: Visitor };

const millisecondsOf = z.object({ numericValue: z.number() });
const report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    "first-contentful-paint": millisecondsOf,
    "largest-contentful-paint": millisecondsOf,
    "total-blocking-time": millisecondsOf,
  }),
});

try {
  const folder = await preparePeers();
  const browser = process.env.CHROMIUM_PATH;
  if (!browser) throw new Error("Set CHROMIUM_PATH to the Chromium that Lighthouse is to use");
  const { base } = await startFanlight();
  console.log("                             score   first words ms   largest ms   blocked ms");
  const pages = await pagesOf(base);
  for (const page of pages.filter(({ name }) => name.includes(ONLY))) {
    const reports = await runs(folder, browser, base, page);
    const middle = reports[Math.floor(reports.length / 2)];
    if (!middle) {
      console.log(page.name.padEnd(28), "was not recorded by Lighthouse");
      continue;
    }
    const { finalDisplayedUrl, categories, audits } = middle;
    // The score of a page that redirects belongs to a different page.
    if (finalDisplayedUrl !== new URL(page.path, base).href) {
      console.log(page.name.padEnd(28), "leads on to", new URL(finalDisplayedUrl).pathname);
      continue;
    }
    console.log(
      page.name.padEnd(28),
      String(Math.round(categories.performance.score * 100)).padStart(5),
      milliseconds(audits["first-contentful-paint"]).padStart(16),
      milliseconds(audits["largest-contentful-paint"]).padStart(12),
      milliseconds(audits["total-blocking-time"]).padStart(12),
    );
  }
} finally {
  await stopServers();
}

/** @returns the reports, the worst first, without runs that Lighthouse aborted */
async function runs(folder: string, browser: string, base: string, { path, visitor }: Page) {
  const headers = resolve(folder, ".headers.json");
  writeFileSync(headers, JSON.stringify(visitor ? { Cookie: visitor.cookie } : {}));
  const answers = resolve(folder, ".lighthouse.json");
  const reports = [];
  for (let count = 0; count < RUNS; count++) {
    const run = promisify(execFile)(
      process.execPath,
      [
        join(folder, "node_modules/lighthouse/cli/index.js"),
        new URL(path, base).href,
        "--quiet",
        "--only-categories=performance",
        "--chrome-flags=--headless=new --no-sandbox",
        `--extra-headers=${headers}`,
        "--output=json",
        `--output-path=${answers}`,
      ],
      { env: { ...process.env, CHROME_PATH: browser } },
    );
    const isRecorded = await run.then(
      () => true,
      () => false,
    );
    if (isRecorded) reports.push(report.parse(JSON.parse(readFileSync(answers, "utf8"))));
  }
  return reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
}

async function pagesOf(base: string): Promise<Page[]> {
  const as = (name: string) => signIn(base, `${name}@customers.example`);
  const sam = await as("sam.seller");
  const maisie = await as("maisie.thurlow");
  const elin = await as("elin.jenkins");
  const grace = await as("grace.wainwright");
  const eleri = await as("eleri.parry");
  const abena = await as("abena.asante");
  const comfort = await as("comfort.boateng");
  const ada = await signIn(base, "ada@fanlight.example");
  const sale = firstId(await sam.get(paths.welcomeBack()), paths.dashboard.sell);
  const purchases = paths.welcomeBack({ view: "purchases" });
  const bought = firstId(await sam.get(purchases), paths.dashboard.buy);
  const saleBy = async (q: string) =>
    firstId(await ada.get(paths.admin.search({ q })), paths.admin.transaction);
  const unaccepted = { sale: await saleBy("Thurlow") };
  const paidByCode = { sale: await saleBy("Olave"), code: true };
  const unpaid = { sale: await saleBy("Boar Lane") };
  const unassigned = firstId(await elin.get(paths.welcomeBack()), paths.dashboard.sell);
  const matter = firstId(await ada.get(paths.admin.transactions()), paths.admin.transaction);
  const { transactionTab } = paths.admin;
  const buyers = transactionTab.buyers(await saleBy("Wainwright"));
  const purchase = firstId(await ada.get(buyers), (id) => `${buyers}/${id}`);
  const started = { sale: await startMatter(sam, "sell") };
  const buying = { purchase: await startMatter(sam, "buy") };
  const linked = await askForLink(new Visitor(base), "kofi.boateng@customers.example");
  const gift = firstId(await comfort.get(paths.welcomeBack()), paths.dashboard.gift);
  return [
    { name: "Landing page", path: paths.home() },
    { name: "Privacy", path: paths.legal.privacy() },
    { name: "Cookies", path: paths.legal.cookies() },
    { name: "Accessibility", path: paths.accessibility() },
    { name: "Terms of sellers", path: paths.legal.sellerTerms() },
    { name: "Terms of buyers", path: paths.legal.buyerTerms() },
    { name: "Link expired", path: paths.linkExpired() },
    { name: "Invitation expired", path: paths.invitationLinkExpired() },
    { name: "Sign-in", path: paths.signIn() },
    { name: "Check your email", path: paths.signIn({ sent: true }) },
    { name: "Link of the email", path: linked },
    { name: "Sign-up", path: paths.getStarted("sell") },
    { name: "Partners", path: paths.partnerSignUp() },
    { name: "Leads", path: paths.leads.form("laura.fenton@hartleyvale.example") },
    { name: "Leads, sent", path: paths.leads.success() },
    { name: "Welcome, seller", path: paths.sell.welcome(), visitor: grace },
    { name: "About you", path: paths.sell.aboutYou(started), visitor: sam },
    {
      name: "About the property",
      path: paths.sell.aboutTheProperty(started),
      visitor: sam,
    },
    { name: "Terms", path: paths.sell.terms(unaccepted), visitor: maisie },
    { name: "Payment", path: paths.sell.payment(unpaid), visitor: sam },
    { name: "Payment, done", path: paths.sell.paymentSuccess(paidByCode), visitor: sam },
    { name: "Welcome, buyer", path: paths.buy.welcome(), visitor: maisie },
    { name: "About you, buyer", path: paths.buy.aboutYou(buying), visitor: sam },
    { name: "Terms, buyer", path: paths.buy.terms(await begunBy(eleri)), visitor: eleri },
    {
      name: "What's included",
      path: paths.buy.whatsIncluded(await begunBy(abena)),
      visitor: abena,
    },
    { name: "Welcome back", path: paths.welcomeBack(), visitor: sam },
    { name: "Your data", path: paths.yourData.page(), visitor: sam },
    { name: "What erasing means", path: paths.yourData.erasure(), visitor: sam },
    { name: "Correct your data", path: paths.yourData.correction(), visitor: sam },
    { name: "Your emails", path: paths.yourEmails.page(), visitor: sam },
    { name: "Your sign-ins", path: paths.yourSignIns.page(), visitor: sam },
    { name: "Your calendar", path: paths.yourCalendar(), visitor: sam },
    { name: "Authenticator", path: paths.yourSignIns.authenticator(), visitor: ada },
    { name: "Passkey", path: paths.yourSignIns.passkey(), visitor: ada },
    { name: "Dashboard of a sale", path: paths.dashboard.sell(sale), visitor: sam },
    { name: "Dashboard of a purchase", path: paths.dashboard.buy(bought), visitor: sam },
    { name: "Dashboard of a gift", path: paths.dashboard.gift(gift), visitor: comfort },
    {
      name: "Choice of a solicitor",
      path: paths.dashboard.chooseSolicitor(unassigned),
      visitor: elin,
    },
    { name: "Purchase complete", path: paths.buy.success({ purchase }), visitor: grace },
    { name: "Staff: transactions", path: paths.admin.transactions(), visitor: ada },
    { name: "Staff: a transaction", path: paths.admin.transaction(matter), visitor: ada },
    { name: "Staff: its buyers", path: transactionTab.buyers(matter), visitor: ada },
    { name: "Staff: its solicitors", path: transactionTab.solicitors(matter), visitor: ada },
    { name: "Staff: feed", path: paths.admin.feed(), visitor: ada },
    { name: "Staff: statistics", path: paths.admin.stats(), visitor: ada },
    { name: "Staff: search", path: paths.admin.search({ q: "sam" }), visitor: ada },
  ];
}

async function begunBy(buyer: Visitor): Promise<{ purchase: string }> {
  const { html } = await buyer.get(paths.welcomeBack({ view: "purchases" }));
  const purchase = /name="purchase" value="([0-9a-f]{24})"/.exec(html)?.[1];
  if (!purchase) throw new Error("No purchase waits to be finished");
  return { purchase };
}

function milliseconds({ numericValue }: { numericValue: number }) {
  return numericValue.toFixed(0);
}
