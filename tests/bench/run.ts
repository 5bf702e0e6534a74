import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "#app/paths.ts";
import { openForm, signIn, Visitor } from "#tests/support/visitor.ts";
import { type Figures, measure, type Target, warmUp } from "./load.ts";
import { weigh } from "./weight.ts";

/**
 * `npm run bench`: what our pages cost beside a bare Remix page of ten fields, rendered by the same server in the same
 * run. Only the ratios can be compared between machines.
 */

const PORT = process.env.PORT ?? "3290";
/** A page, a round; and as many before, which do not count. */
const REQUESTS = Number(process.env.REQUESTS ?? "250");
const ROUNDS = 5;
const DATA_DIR = ".data/bench";
const base = `http://localhost:${PORT}`;

rmSync(DATA_DIR, { recursive: true, force: true });
const began = performance.now();
const server = spawn(process.execPath, ["bin/start.mjs"], {
  env: {
    ...process.env,
    PORT,
    DATA_DIR,
    DOUBLES: "true",
    SENDS_WITHOUT_RECAPTCHA_PER_HOUR: "1000",
  },
  stdio: "ignore",
});
const pid = server.pid ?? 0;
try {
  await untilReady();
  console.log(`First page ${Math.round(performance.now() - began)} ms after npm start, data new\n`);
  await printFigures();
} finally {
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
  await run("db/commands/stop.ts");
  rmSync(DATA_DIR, { recursive: true, force: true });
}

async function printFigures() {
  const measured = await measureAll(await targets());
  const bareCpuMs = measured[0]?.cpuMs ?? NaN;
  console.log(
    "                                    CPU ms   x bare   req/s   HTML kB   | kB compressed: HTML   scripts    styles     fonts  pictures       all",
  );
  for (const { name, ...figures } of measured) {
    const weight = await weigh(base, figures.html);
    const cells = [
      figures.cpuMs.toFixed(2).padStart(8),
      (figures.cpuMs / bareCpuMs).toFixed(2).padStart(8),
      figures.perSecond.toFixed(0).padStart(7),
      kilobytes(figures.htmlBytes).padStart(9),
      kilobytes(weight.html).padStart(23),
      ...[weight.scripts, weight.styles, weight.fonts, weight.pictures, weight.total].map((bytes) =>
        kilobytes(bytes).padStart(9),
      ),
    ];
    console.log(name.padEnd(34) + cells.join(" "));
  }
}

/**
 * In rounds, each over all pages, after all of them have been warmed up; of each page the middle round counts. What else
 * the machine does meanwhile, and what the process has compiled by then, is alike for all.
 */
async function measureAll(targets: Target[]) {
  const pages = [];
  for (const target of targets) {
    pages.push({ target, ...(await warmUp(base, target, REQUESTS)), rounds: [] as Figures[] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const page of pages) page.rounds.push(await measure(base, pid, page.target, REQUESTS));
  }
  return pages.map(({ target, rounds, ...page }) => ({
    name: target.name,
    ...page,
    cpuMs: middle(rounds.map(({ cpuMs }) => cpuMs)),
    perSecond: middle(rounds.map(({ perSecond }) => perSecond)),
  }));
}

function middle(numbers: number[]) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

async function targets(): Promise<Target[]> {
  const [seller, staff] = await Promise.all([
    signIn(base, "sam.seller@customers.example"),
    signIn(base, "ada@fanlight.example"),
  ]);
  const form_key = await openForm(new Visitor(base), paths.getStarted("sell"));
  return [
    { name: "Bare Remix page, ten fields", path: paths.mocks.bare(), expected: 200 },
    { name: "Landing page", path: paths.home(), expected: 200 },
    { name: "Sign-up form", path: paths.getStarted("sell"), expected: 200 },
    {
      name: "Sign-up form, failing POST",
      path: paths.getStarted("sell"),
      body: { form_key, first_name: "Sam", email: "no" },
      expected: 400,
    },
    {
      name: "About you, signed in",
      path: paths.sell.aboutYou({ sale: "new" }),
      cookie: seller.cookie,
      expected: 200,
    },
    {
      name: "About the property, signed in",
      path: paths.sell.aboutTheProperty({ sale: "new" }),
      cookie: seller.cookie,
      expected: 200,
    },
    {
      name: "Staff: transactions",
      path: paths.admin.transactions(),
      cookie: staff.cookie,
      expected: 200,
    },
  ];
}

function kilobytes(bytes: number) {
  return (bytes / 1000).toFixed(1);
}

async function untilReady() {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const answer = await fetch(new URL("/readyz", base)).catch(() => null);
    if (answer?.ok && (await fetch(base)).ok) return;
    if (server.exitCode !== null) throw new Error("npm start has failed; run it to see why");
    await pause(100);
  }
  throw new Error("The server did not become ready");
}

function run(command: string) {
  return new Promise((resolve) => {
    spawn(process.execPath, ["--import", "tsx", command], {
      env: { ...process.env, DATA_DIR },
      stdio: "ignore",
    }).once("exit", resolve);
  });
}
