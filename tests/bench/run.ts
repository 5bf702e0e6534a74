import { paths } from "#app/paths.ts";
import { firstId, openForm, signIn, startMatter, Visitor } from "#tests/support/http-visitor.ts";
import { type Figures, measure, measureMemoryMb, type Target, warmUp } from "./load.ts";
import { type Server, startFanlight, startPeers, startWithRoutes, stopServers } from "./servers.ts";
import { weigh } from "./weight.ts";

/**
 * `npm run bench`: compares our pages with the same ten fields in a bare Remix app (R), in Express
 * with Nunjucks and in Next.js, and measures the bare page with different numbers of routes. Only
 * the ratios are comparable between machines.
 */

/** Requests per page and round. The same number of warm-up requests comes first. */
const REQUESTS = Number(process.env.REQUESTS ?? "250");
const ROUNDS = 5;
const BARE = "Our own bare page";

type Page = Target & {
  weighed?: boolean;
};

try {
  const began = performance.now();
  const ours = await startFanlight();
  console.log(`First page ${Math.round(performance.now() - began)} ms after npm start, data new\n`);
  const atRest = measureMemoryMb(ours.pid);
  await printFigures([...(await peers()), ...(await ourPages(ours)), ...(await byRoutes())]);
  const underLoad = measureMemoryMb(ours.pid);
  console.log(
    `\nMemory: ${atRest.toFixed(0)} MB at rest, ${underLoad.toFixed(0)} MB after all of this`,
  );
} finally {
  await stopServers();
}

async function printFigures(pages: Page[]) {
  const measured = await measureAll(pages);
  const [r = NaN] = measured.map(({ cpuMs }) => cpuMs);
  const bare = measured.find(({ name }) => name === BARE)?.cpuMs ?? NaN;
  console.log(
    "                                     CPU ms      x R   x bare   req/s   HTML kB   | kB compressed: HTML   scripts    styles     fonts  pictures       all",
  );
  for (const { name, weighed, server, html, ...figures } of measured) {
    const cells = [
      figures.cpuMs.toFixed(2).padStart(8),
      (figures.cpuMs / r).toFixed(2).padStart(8),
      (figures.cpuMs / bare).toFixed(2).padStart(8),
      figures.perSecond.toFixed(0).padStart(7),
      kilobytes(figures.htmlBytes).padStart(9),
    ];
    if (weighed) {
      const weight = await weigh(server.base, html);
      const { scripts, styles, fonts, pictures, total } = weight;
      const parts = [scripts, styles, fonts, pictures, total];
      cells.push(
        kilobytes(weight.html).padStart(23),
        ...parts.map((part) => kilobytes(part).padStart(9)),
      );
    }
    console.log(name.padEnd(34) + cells.join(" "));
  }
}

/** Measures all pages in rounds, so that other load affects them alike. The median round counts. */
async function measureAll(pages: Page[]) {
  const measured = [];
  for (const page of pages) {
    measured.push({ page, ...(await warmUp(page, REQUESTS)), rounds: [] as Figures[] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { page, rounds } of measured) rounds.push(await measure(page, REQUESTS));
  }
  return measured.map(({ page, rounds, ...rest }) => ({
    ...page,
    ...rest,
    cpuMs: middle(rounds.map(({ cpuMs }) => cpuMs)),
    perSecond: middle(rounds.map(({ perSecond }) => perSecond)),
  }));
}

function middle(numbers: number[]) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

async function peers(): Promise<Page[]> {
  const { remix, express, next } = await startPeers();
  return [
    { name: "R: bare Remix app, one query", server: remix, path: "/", expected: 200 },
    { name: "Express and Nunjucks, one query", server: express, path: "/", expected: 200 },
    { name: "Next.js, one query", server: next, path: "/", expected: 200 },
  ];
}

async function byRoutes(): Promise<Page[]> {
  const pages = [];
  for (const routes of [20, 80, Infinity]) {
    pages.push({
      name: `Bare page, ${routes === Infinity ? "all" : routes} routes`,
      server: await startWithRoutes(routes),
      path: paths.mocks.bare(),
      expected: 200,
    });
  }
  return pages;
}

async function ourPages(server: Server): Promise<Page[]> {
  const { base } = server;
  const [seller, staff] = await Promise.all([
    signIn(base, "sam.seller@customers.example"),
    signIn(base, "ada@fanlight.example"),
  ]);
  const form_key = await openForm(new Visitor(base), paths.getStarted("sell"));
  const list = await staff.get(paths.admin.transactions());
  const matter = firstId(list, paths.admin.transaction);
  const sale = firstId(await seller.get(paths.welcomeBack()), paths.dashboard.sell);
  const started = { sale: await startMatter(seller, "sell") };
  const pages: [name: string, path: string, rest?: Partial<Target>][] = [
    [BARE, paths.mocks.bare()],
    ["Landing page", paths.home()],
    ["Privacy", paths.legal.privacy()],
    ["Sign-in form", paths.signIn()],
    ["Sign-up form", paths.getStarted("sell")],
    [
      "Sign-up form, failing POST",
      paths.getStarted("sell"),
      { body: { form_key, first_name: "Sam", email: "no" }, expected: 400 },
    ],
    ["About you, signed in", paths.sell.aboutYou(started), seller],
    ["About the property, signed in", paths.sell.aboutTheProperty(started), seller],
    ["Welcome back", paths.welcomeBack(), seller],
    ["Dashboard of a sale", paths.dashboard.sell(sale), seller],
    ["Staff: transactions", paths.admin.transactions(), staff],
    ["Staff: a transaction", paths.admin.transaction(matter), staff],
    ["Staff: its buyers", paths.admin.transactionTab.buyers(matter), staff],
    ["Staff: statistics", paths.admin.stats(), staff],
    ["Staff: search", paths.admin.search({ q: "sam" }), staff],
  ];
  return pages.map(([name, path, { cookie, body, expected = 200 } = {}]) => ({
    name,
    path,
    cookie,
    body,
    expected,
    server,
    weighed: true,
  }));
}

function kilobytes(bytes: number) {
  return (bytes / 1000).toFixed(1);
}
