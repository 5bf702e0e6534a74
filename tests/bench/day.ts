import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "#app/paths.ts";
import { signIn, startMatter } from "#tests/support/http-visitor.ts";
import { measureCpuMs, measureMemoryMb } from "./load.ts";
import { type Server, startSecondProcess, startFanlight, stopServers } from "./servers.ts";

/**
 * `npm run bench:load`: finds the rate of a day’s mix of requests at which one, two and four
 * processes become late. Requests arrive at random times without waiting for earlier ones. The
 * generator shares the machine, so its CPU time is printed too. PROCESSES=1,2 and SECONDS=5 make a
 * short run.
 */

const PROCESSES = (process.env.PROCESSES ?? "1,2,4").split(",").map(Number);
const SECONDS = Number(process.env.SECONDS ?? "20");
const FIRST_RATE = Number(process.env.RATE ?? "10");
const FASTER = 1.25;
/** A rate is too high if more than one in twenty requests waits longer than this. */
const LATE_MS = 500;
const MOST_UNDER_WAY = 2_000;

type Asked = {
  name: string;
  path: string;
  cookie?: string;
  body?: Record<string, string>;
  expected: number;
};

/**
 * Requests per matter. One-off requests are counted from docs/walkthrough.md. Repeated ones are
 * assumed, because no real day has been seen: a seller and a buyer look every other day for twelve
 * weeks, staff open the list after each task, and one in twenty visitors of the landing page sells.
 * Browsers cache the build’s files. Vendors’ messages, some ten per matter, are left out.
 */
async function dayOf({ base }: Server): Promise<(Asked & { times: number })[]> {
  const [seller, staff] = await Promise.all([
    signIn(base, "sam.seller@customers.example"),
    signIn(base, "ada@fanlight.example"),
  ]);
  const matter = firstId(await staff.get(paths.admin.transactions()), paths.admin.transaction);
  const sale = firstId(await seller.get(paths.welcomeBack()), paths.dashboard.sell);
  const started = { sale: await startMatter(seller, "sell") };
  const stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(
    (await staff.get(paths.home())).html,
  )?.[1];
  const tab = paths.admin.transactionTab;
  const ofSeller = { cookie: seller.cookie, expected: 200 };
  const ofStaff = { cookie: staff.cookie, expected: 200 };
  return [
    { times: 20, name: "landing page", path: paths.home(), expected: 200 },
    { times: 20, name: "stylesheet", path: stylesheet ?? paths.site.robots(), expected: 200 },
    { times: 3, name: "terms and privacy", path: paths.legal.privacy(), expected: 200 },
    { times: 10, name: "sign-in form", path: paths.signIn(), expected: 200 },
    { times: 2, name: "sign-up form", path: paths.getStarted("sell"), expected: 200 },
    {
      times: 2,
      name: "sign-up form, failing",
      path: paths.getStarted("sell"),
      body: { first_name: "Sam", email: "no" },
      expected: 400,
    },
    { times: 12, name: "welcome back", path: paths.welcomeBack(), ...ofSeller },
    { times: 80, name: "dashboard", path: paths.dashboard.sell(sale), ...ofSeller },
    { times: 3, name: "about you", path: paths.sell.aboutYou(started), ...ofSeller },
    {
      times: 3,
      name: "about you, failing: its draft is kept",
      path: paths.sell.aboutYou(started),
      cookie: seller.cookie,
      body: { first_name: "Sam", last_name: "" },
      expected: 400,
    },
    {
      times: 4,
      name: "about the property",
      path: paths.sell.aboutTheProperty(started),
      ...ofSeller,
    },
    { times: 40, name: "staff: transactions", path: paths.admin.transactions(), ...ofStaff },
    { times: 40, name: "staff: a transaction", path: paths.admin.transaction(matter), ...ofStaff },
    { times: 20, name: "staff: its buyers", path: tab.buyers(matter), ...ofStaff },
    { times: 10, name: "staff: its checks", path: tab.thirdfort(matter), ...ofStaff },
    { times: 10, name: "staff: its searches", path: tab.searches(matter), ...ofStaff },
    { times: 10, name: "staff: its events", path: tab.events(matter), ...ofStaff },
    { times: 10, name: "staff: search", path: paths.admin.search({ q: "sam" }), ...ofStaff },
    { times: 1, name: "staff: statistics", path: paths.admin.stats(), ...ofStaff },
  ];
}

function firstId({ html }: { html: string }, address: (id: string) => string): string {
  const [id] = new RegExp(`(?<=href="${address("")})[0-9a-f]{24}`).exec(html) ?? [];
  if (!id) throw new Error(`No page under ${address("")} is linked`);
  return id;
}

type Figures = {
  /** Requests per second that were sent, and answers per second until the last one arrived. */
  asked: number;
  answered: number;
  p50: number;
  p95: number;
  wrong: Map<string, number>;
};

try {
  const first = await startFanlight({ WORKER: "off" });
  const day = await dayOf(first);
  const all = day.flatMap(({ times, ...asked }) => Array.from({ length: times }, () => asked));
  console.log(`${all.length} requests are what one matter asks for, over its life.\n`);
  const servers = [first];
  const knees: string[] = [];
  for (const count of PROCESSES) {
    while (servers.length < count) servers.push(await startSecondProcess(first));
    knees.push(await findKnee(servers.slice(0, count), all));
  }
  console.log(`\n${knees.join("\n")}`);
} finally {
  await stopServers();
}

/** @returns the rate at which answers become late or wrong, as text */
async function findKnee(servers: readonly Server[], day: readonly Asked[]): Promise<string> {
  const name = servers.length === 1 ? "1 process" : `${servers.length} processes`;
  await ask(servers, day, { rate: FIRST_RATE, seconds: Math.min(SECONDS, 10) });
  console.log(
    `${name}      asked/s  answered/s    p50 ms    p95 ms  CPU of one  of this  MB of one`,
  );
  let last: Figures | null = null;
  for (let rate = FIRST_RATE; ; rate *= FASTER) {
    const before = { own: process.cpuUsage(), first: measureCpuMs(servers[0]?.pid ?? 0) };
    const figures = await ask(servers, day, { rate, seconds: SECONDS });
    const own = process.cpuUsage(before.own);
    const of_one = (measureCpuMs(servers[0]?.pid ?? 0) - before.first) / SECONDS / 1_000;
    const cells = [figures.asked, figures.answered, figures.p50, figures.p95].map((value) =>
      value.toFixed(0).padStart(10),
    );
    const shares = [of_one, (own.user + own.system) / SECONDS / 1_000_000].map((share) =>
      `${(share * 100).toFixed(0)}%`.padStart(10),
    );
    const memory = measureMemoryMb(servers[0]?.pid ?? 0)
      .toFixed(0)
      .padStart(10);
    console.log(`${name.padEnd(12)}${[...cells, ...shares, memory].join(" ")}`);
    for (const [what, times] of figures.wrong) console.log(`    ${what}: ${times} times`);
    if (isLate(figures)) return kneeOf(name, last, figures);
    last = figures;
  }
}

function isLate({ asked, answered, p95, wrong }: Figures) {
  return p95 > LATE_MS || answered < asked * 0.9 || wrong.size > 0;
}

function kneeOf(name: string, last: Figures | null, late: Figures) {
  if (!last) return `${name}: late at ${late.asked.toFixed(0)} requests a second already.`;
  return `${name}: ${last.answered.toFixed(0)} requests a second with p95 ${last.p95.toFixed(0)} ms; late at ${late.asked.toFixed(0)}.`;
}

async function ask(
  servers: readonly Server[],
  day: readonly Asked[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const wrong = new Map<string, number>();
  const began = performance.now();
  const end = began + seconds * 1_000;
  const underWay = new Set<Promise<void>>();
  const gap = () => (-Math.log(1 - Math.random()) / rate) * 1_000;
  let sent = 0;
  for (let due = began + gap(); due < end; due += gap()) {
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    if (underWay.size >= MOST_UNDER_WAY) break;
    const asked = day[Math.floor(Math.random() * day.length)];
    const server = servers[sent % servers.length];
    if (!asked || !server) break;
    const scheduled = due;
    sent++;
    const answer = askOne(agent, server, asked)
      .then((status) => {
        // Measured from the scheduled time, because a visitor would wait for a late generator too.
        times.push(performance.now() - scheduled);
        if (status !== asked.expected) count(wrong, `${asked.name} answered ${status}`);
      })
      .catch((error: unknown) => count(wrong, `${asked.name} failed: ${String(error)}`))
      .finally(() => underWay.delete(answer));
    underWay.add(answer);
  }
  await Promise.all(underWay);
  const took = (performance.now() - began) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity;
  return {
    asked: sent / seconds,
    answered: times.length / took,
    p50: at(0.5),
    p95: at(0.95),
    wrong,
  };
}

function count(counts: Map<string, number>, what: string) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function askOne(
  agent: Agent,
  { base, site }: Server,
  { path, cookie, body }: Asked,
): Promise<number> {
  const form = body && new URLSearchParams(body).toString();
  const { host, origin } = new URL(site ?? base);
  const headers = {
    Host: host,
    Origin: origin,
    "Accept-Encoding": "gzip",
    ...(cookie && { Cookie: cookie }),
    ...(form && {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(Buffer.byteLength(form)),
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, base),
      { agent, headers, method: form ? "POST" : "GET" },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(form);
  });
}
