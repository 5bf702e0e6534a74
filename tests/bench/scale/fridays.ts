import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { queueSummaries } from "#app/domain/notifications/weekly-summary.server.ts";
import { erasureBegunEmail } from "#app/domain/privacy/privacy-requests.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { VENDORS } from "#app/platform/vendors.server.ts";
import type { Db } from "#db/connection.ts";

/** 9am in London on the Friday after the last day of the loaded matters. */
const FRIDAY = new Date("2026-11-06T09:00:00Z");

const ANSWER_MS = 150;
const FIRST_SECONDS = 10;
const PROBE_EVERY_MS = 2_000;
const MAX_PROBE_MS = 60_000;
const CLOCK_TICK_MS = 10;
const NOWHERE = "http://127.0.0.1:9";

/** @returns the number of queued emails and matters, and the time in ms */
export async function queueFriday(db: Db) {
  const began = performance.now();
  const emails = await queueSummaries(db, FRIDAY);
  const ms = performance.now() - began;
  const { rows } = await sql<{ matters: number }>`
    select count(distinct transaction_id)::integer as matters from email_log where name = 'weekly_summary'`.execute(
    db,
  );
  return { emails, matters: rows[0]?.matters ?? 0, ms };
}

export async function deleteFriday(db: Db): Promise<void> {
  await sql`delete from email_log where name in ('weekly_summary', 'erasure_begun')`.execute(db);
  await sql`truncate graphile_worker._private_jobs`.execute(db);
}

/**
 * Lets one worker send the queue to a fake Postmark that answers after 150 ms, and queues an extra
 * email every two seconds.
 *
 * @returns emails per second, CPU time and database transactions per email, and the extra emails’
 * delays in ms
 */
export async function sendFriday(db: Db, url: string, seconds: number) {
  const postmark = await startPostmark();
  const worker = startWorker(url, postmark.url);
  try {
    while (postmark.count() === 0) {
      if (worker.exitCode !== null) throw new Error("The worker ended before it sent anything");
      await pause(50);
    }
    await pause(FIRST_SECONDS * 1_000);
    const before = { sent: postmark.count(), ...(await work(db, worker)), at: performance.now() };
    const others: number[] = [];
    while (performance.now() - before.at < seconds * 1_000) {
      others.push(await probe(db, postmark, others.length));
      await pause(PROBE_EVERY_MS);
    }
    const after = { sent: postmark.count(), ...(await work(db, worker)), at: performance.now() };
    const sent = after.sent - before.sent;
    return {
      perSecond: (sent * 1_000) / (after.at - before.at),
      cpuMs: (after.cpuMs - before.cpuMs) / sent,
      transactions: (after.transactions - before.transactions) / sent,
      others: others.sort((one, other) => one - other),
    };
  } finally {
    worker.kill("SIGTERM");
    if (worker.exitCode === null) await once(worker, "exit");
    await postmark.close();
  }
}

type Postmark = Awaited<ReturnType<typeof startPostmark>>;

async function probe(db: Db, postmark: Postmark, turn: number): Promise<number> {
  const recipient = `waits.${turn}@example.test`;
  await queueEmail(db, { email: erasureBegunEmail, recipient, props: {} });
  const queued = performance.now();
  while (!postmark.has(recipient)) {
    if (performance.now() - queued > MAX_PROBE_MS) throw new Error("An email is held up");
    await pause(5);
  }
  return performance.now() - queued;
}

/** Settings without doubles, because interception takes a fifth of an email’s CPU time. */
const vendors = Object.fromEntries(
  VENDORS.flatMap(({ credentials, address }) => [
    ...Object.entries(credentials),
    [address, NOWHERE],
  ]),
);

function startWorker(DATABASE_URL: string, POSTMARK_API_URL: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "app/jobs/serve.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DOUBLES: "true",
      SESSION_SECRET: "the secret of a worker that is only measured",
      WORKER: "only",
      ...vendors,
      DATABASE_URL,
      POSTMARK_API_URL,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function work(db: Db, worker: ChildProcess) {
  // User and system time are the 12th and 13th fields after the name, which may contain spaces.
  const stat = readFileSync(`/proc/${worker.pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  const { rows } = await sql<{ transactions: number }>`
    select xact_commit::integer as transactions from pg_stat_database
    where datname = current_database()`.execute(db);
  return {
    cpuMs: ((user ?? NaN) + (system ?? NaN)) * CLOCK_TICK_MS,
    transactions: rows[0]?.transactions ?? NaN,
  };
}

const Email = z.object({ To: z.string() });

async function startPostmark() {
  const recipients = new Set<string>();
  let count = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { To } = Email.parse(JSON.parse(body));
      recipients.add(To);
      count += 1;
      const answer = { To, SubmittedAt: new Date(), MessageID: `${count}`, ErrorCode: 0 };
      setTimeout(() => {
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
      }, ANSWER_MS);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    count: () => count,
    has: (recipient: string) => recipients.has(recipient),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
