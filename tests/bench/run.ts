import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { paths } from "#app/paths.ts";
import { openForm, signIn, Visitor } from "#tests/support/visitor.ts";
import { measure, type Figures, type Target } from "./load.ts";

/**
 * `npm run bench`: what our pages cost beside a bare Remix page of ten fields, rendered by the same server in the same
 * run. Only the ratios can be compared between machines.
 */

const PORT = process.env.PORT ?? "3290";
const REQUESTS = Number(process.env.REQUESTS ?? "400");
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
  const bare = await measure(
    base,
    pid,
    { name: "bare", path: paths.mocks.bare(), expected: 200 },
    REQUESTS,
  );
  const rows: [string, Figures][] = [["Bare Remix page, ten fields", bare]];
  for (const target of await targets()) {
    rows.push([target.name, await measure(base, pid, target, REQUESTS)]);
  }
  console.log(
    "                                    CPU ms   x bare   req/s   HTML kB   HTML gzip kB   JS gzip kB",
  );
  for (const [name, figures] of rows) {
    const cells = [
      figures.cpuMs.toFixed(2).padStart(8),
      (figures.cpuMs / bare.cpuMs).toFixed(2).padStart(8),
      figures.perSecond.toFixed(0).padStart(7),
      kilobytes(figures.htmlBytes).padStart(9),
      kilobytes(gzipSync(figures.html).length).padStart(14),
      kilobytes(await scriptBytes(figures.html)).padStart(12),
    ];
    console.log(name.padEnd(34) + cells.join(" "));
  }
}

async function targets(): Promise<Target[]> {
  const [seller, staff] = await Promise.all([
    signIn(base, "maisie.thurlow@customers.example"),
    signIn(base, "ada@fanlight.example"),
  ]);
  const form_key = await openForm(new Visitor(base), paths.getStarted("sell"));
  return [
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
      path: paths.sell.aboutYou(),
      cookie: seller.cookie,
      expected: 200,
    },
    {
      name: "About the property, signed in",
      path: paths.sell.aboutTheProperty(),
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

/** Every script that the page loads when it is opened, compressed. */
async function scriptBytes(html: string) {
  const names = new Set(
    [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].flatMap(([, name]) => name ?? []),
  );
  let bytes = 0;
  for (const name of names) {
    const script = await fetch(new URL(name, base));
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return bytes;
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
