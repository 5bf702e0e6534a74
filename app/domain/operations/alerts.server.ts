import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { vendorLabel } from "#app/platform/vendors.server.ts";
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { formatCount } from "#app/domain/shared/format.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { listMattersWithUndelivered } from "#app/domain/deliveries/undelivered.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { Db } from "#db/connection.ts";
import { isBackupDue } from "./backups.server.ts";
import { describeJob } from "./job-descriptions.server.ts";
import { listProcesses, type LiveProcess, worstBreakers } from "./heartbeats.server.ts";

/**
 * Emails that tell the team that an alert has been opened or closed. They link to pages instead of
 * naming people.
 */

export const alertBegunEmail = queuedEmail("alert_begun", z.object({ alert_id: z.string() }));
export const alertOverEmail = queuedEmail("alert_over", z.object({ alert_id: z.string() }));

type Concern = {
  /** Key of the problem. Only one open alert can have the same key. */
  about: string;
  title: string;
  what_to_do: string;
  path: string;
};

const MINUTE_MS = 60_000;
const BREAKER_MS = 15 * MINUTE_MS;
const DISK_FULL_FROM = 0.85;
const CERTIFICATE_MS = 30 * 24 * 60 * MINUTE_MS;

const STATUS = paths.admin.status();

/**
 * Opens alerts for new problems, closes the alerts of past ones, and emails the team. Returns how
 * many alerts were opened and closed.
 */
export async function checkAlerts(
  db: Db,
  now = new Date(),
): Promise<{ begun: number; over: number }> {
  const concerns = await listConcerns(db, now);
  return await db.transaction().execute(async (trx) => {
    await sql`lock table alerts in share row exclusive mode`.execute(trx);
    const open = await listOpenAlerts(trx);
    const begun = concerns.filter(({ about }) => !open.some((alert) => alert.about === about));
    const over = open.filter(({ about }) => !concerns.some((concern) => concern.about === about));
    for (const concern of begun) {
      const { id } = await trx
        .insertInto("alerts")
        .values(concern)
        .returning("id")
        .executeTakeFirstOrThrow();
      await tellTeam(trx, alertBegunEmail, id);
    }
    for (const { id } of over) {
      await trx.updateTable("alerts").set({ ended_at: now }).where("id", "=", id).execute();
      await tellTeam(trx, alertOverEmail, id);
    }
    return { begun: begun.length, over: over.length };
  });
}

type AlertEmail = typeof alertBegunEmail | typeof alertOverEmail;

function tellTeam(trx: Db, email: AlertEmail, alert_id: string) {
  const dedupe_key = `${email.name}:${alert_id}`;
  return queueEmail(trx, { email, recipient: env.TEAM_EMAIL, props: { alert_id }, dedupe_key });
}

/** Lists the open alerts, oldest first. */
export async function listOpenAlerts(db: Db) {
  return await db
    .selectFrom("alerts")
    .select(["id", "about", "title", "what_to_do", "path", "began_at"])
    .where("ended_at", "is", null)
    .orderBy("began_at")
    .orderBy("id")
    .execute();
}

/**
 * Returns the content of the emails about an alert: when it is opened, and when it is closed.
 * @throws NotFoundError if the alert was deleted
 */
export async function readAlertEmail(db: Db, { alert_id }: { alert_id: string }) {
  const { path, ...alert } = await db
    .selectFrom("alerts")
    .select(["title", "what_to_do", "path", "began_at", "ended_at"])
    .where("id", "=", alert_id)
    .executeTakeFirstOrThrow(() => new NotFoundError("Alert not found"));
  return { ...alert, page: siteUrl(path) };
}

async function listConcerns(db: Db, now: Date): Promise<Concern[]> {
  const processes = await listProcesses(db);
  return [
    ...(await listFailedKinds(db)),
    ...listSilentVendors(processes, now),
    ...(await listLateBackup(db, now)),
    ...listFullDisk(processes),
    ...(await listUnansweredOrders(db)),
    ...(await listUndeliveredEmails(db)),
    ...(await listEndingCertificate(now)),
  ];
}

/**
 * Lists one problem per kind of job that has failed, because an outage at a vendor may make
 * hundreds of jobs fail.
 */
async function listFailedKinds(db: Db): Promise<Concern[]> {
  const { rows } = await sql<{ name: string; failed: number }>`
    select task_identifier as name, count(*)::int as failed
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    group by 1 order by 1`.execute(db);
  return rows.map(({ name, failed }) => ({
    about: `job:${name}`,
    title: `A job has failed permanently: ${name}`,
    what_to_do: `${describeJob(name).does}. Failed jobs: ${formatCount(failed)}. Fix the cause, then retry or cancel each job on the status page.`,
    path: STATUS,
  }));
}

function listSilentVendors(processes: readonly LiveProcess[], now: Date): Concern[] {
  return worstBreakers(processes)
    .filter(
      ({ state, since }) =>
        state !== "closed" && now.getTime() - new Date(since).getTime() > BREAKER_MS,
    )
    .map(({ vendor, last_error }) => ({
      about: `vendor:${vendor}`,
      title: `${vendorLabel(vendor)} has not responded for 15 minutes`,
      what_to_do: `Last failure: ${last_error ?? "unknown"}. Check the service’s own status page. For what to do, see “When a service is down” in docs/operations.md.`,
      path: STATUS,
    }));
}

async function listLateBackup(db: Db, now: Date): Promise<Concern[]> {
  if (!(await isBackupDue(db, now))) return [];
  return [
    {
      about: "backup",
      title: "No backup has been made for 26 hours",
      what_to_do:
        "Run npm run db:backup, and check why the daily backup didn’t run (docs/operations.md, “Back up”).",
      path: STATUS,
    },
  ];
}

function listFullDisk(processes: readonly LiveProcess[]): Concern[] {
  const used = Math.max(0, ...processes.map(({ disk_used }) => disk_used ?? 0));
  if (used <= DISK_FULL_FROM) return [];
  return [
    {
      about: "disk",
      title: "A disk is more than 85% full",
      what_to_do:
        "This disk stores documents and backups (DATA_DIR). Move old backups to another machine, or add disk space.",
      path: STATUS,
    },
  ];
}

async function listUnansweredOrders(db: Db): Promise<Concern[]> {
  const { rows } = await sql<{ kind: "thirdfort" | "searches"; transaction_id: string }>`
    select distinct 'thirdfort' as kind, transaction_id::text from identity_checks
    where order_sent_at < now() - interval '1 hour'
    union
    select 'searches', transaction_id::text from search_orders
    where answer is null and created_at < now() - interval '1 hour'
    order by 1, 2`.execute(db);
  return rows.map(({ kind, transaction_id }) => ({
    about: `order:${kind}:${transaction_id}`,
    title: `${kind === "thirdfort" ? "Thirdfort" : "OneSearch"} has not responded to an order for an hour`,
    what_to_do:
      "The order may have been received. Look for it in the provider’s portal, then record on the matter’s page what you found. We won’t send it again automatically.",
    path: paths.admin.transactionTab[kind](transaction_id),
  }));
}

async function listUndeliveredEmails(db: Db): Promise<Concern[]> {
  const matters = await listMattersWithUndelivered(db);
  return matters.map((id) => ({
    about: `undelivered:${id}`,
    title: "An email about a matter could not be delivered",
    what_to_do:
      "The matter’s page shows who it was for. Correct the email address, or send the email again. This alert closes when an email to them has been delivered, or when their address has changed.",
    path: paths.admin.transaction(id),
  }));
}

/**
 * Lists a problem if our certificate for HM Land Registry expires soon or cannot be read. No other
 * credential has a known expiry date.
 */
async function listEndingCertificate(now: Date): Promise<Concern[]> {
  const file = env.LAND_REGISTRY_CERTIFICATE_FILE;
  if (!env.LAND_REGISTRY_ENABLED || !file) return [];
  const ends = await readCertificateEnd(file).catch(() => null);
  if (ends && ends.getTime() - now.getTime() > CERTIFICATE_MS) return [];
  return [
    {
      about: "certificate:land-registry",
      title: ends
        ? `The certificate for HM Land Registry expires on ${ends.toISOString().slice(0, 10)}`
        : "The certificate for HM Land Registry cannot be read",
      what_to_do:
        "Request a new one from HM Land Registry, then set LAND_REGISTRY_CERTIFICATE_FILE and LAND_REGISTRY_PRIVATE_KEY_FILE (docs/operations.md, “Rotate a secret”).",
      path: STATUS,
    },
  ];
}

async function readCertificateEnd(file: string): Promise<Date> {
  return new Date(new X509Certificate(await readFile(file)).validTo);
}
