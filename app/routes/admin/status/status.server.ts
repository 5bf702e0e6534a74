/** Texts of the status page. Each part is read separately, and is null if it can’t be read. */

import { VENDORS } from "#app/platform/vendors.server.ts";
import { statfs } from "node:fs/promises";
import { hasDocument, matterDocumentKey } from "#app/clients/documents.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { pluralise, formatCount, formatFileSize } from "#app/domain/shared/format.ts";
import { listOpenAlerts } from "#app/domain/operations/alerts.server.ts";
import { isBackupDue, readBackups } from "#app/domain/operations/backups.server.ts";
import {
  readReplicaLag,
  readDatabaseSize,
  readFigures,
  readSchemaVersion,
} from "#app/domain/operations/metrics.server.ts";
import { describeJob } from "#app/domain/operations/job-descriptions.server.ts";
import { listProcesses, worstBreakers } from "#app/domain/operations/heartbeats.server.ts";
import { listFailedJobs, readQueue } from "#app/domain/operations/queue.server.ts";
import { vendorsWithDouble, env } from "#app/platform/env.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db, readDb } from "#db/connection.ts";
import { dataPath } from "#db/data-path.ts";

const PART_MS = 3_000;

function part<T>(what: string, read: () => Promise<T>): Promise<T | null> {
  const severity = "warning";
  return nullIfFailed(withTimeout(read(), PART_MS), { severity, what: `status: ${what}` });
}

export async function readStatus() {
  const [alerts, services, jobs, backups, database, copy, documents, processes, figures] =
    await Promise.all([
      part("alerts", readAlerts),
      part("services", readServices),
      part("jobs", readJobs),
      part("backups", readBackupsView),
      part("database", readDatabase),
      part("the read copy", readCopy),
      part("documents", readDocuments),
      part("processes", readProcesses),
      part("figures", readFiguresView),
    ]);
  return { alerts, services, jobs, backups, database, copy, documents, processes, figures };
}

async function readAlerts() {
  const alerts = await listOpenAlerts(db);
  return alerts.map(({ id, title, what_to_do, path, began_at }) => ({
    id,
    title,
    what_to_do,
    path,
    since: adminMoment(began_at),
  }));
}

const FAILURES: Readonly<Record<string, string>> = {
  timeout: "Timed out",
  network: "Couldn’t be reached",
  "5xx": "Server error (5xx)",
  bad_body: "Unexpected response",
};

async function readServices() {
  const breakers = worstBreakers(await listProcesses(db));
  return VENDORS.map(({ name: vendor, label: name }) => {
    const breaker = breakers.find((each) => each.vendor === vendor);
    return {
      vendor,
      name,
      is_double: vendorsWithDouble.has(vendor),
      state: breaker?.state ?? "not asked",
      since: breaker ? adminMoment(breaker.since) : null,
      last_error: breaker?.last_error ? (FAILURES[breaker.last_error] ?? breaker.last_error) : null,
    };
  });
}

async function readJobs() {
  const [queue, failed] = await Promise.all([readQueue(db), listFailedJobs(db)]);
  return {
    waiting: formatCount(queue.waiting),
    running: formatCount(queue.running),
    retried: formatCount(queue.retried),
    failed: formatCount(queue.failed),
    oldest: queue.waiting === 0 ? "Nothing waiting" : duration(queue.oldest_seconds),
    list: failed.map(({ id, name, attempts, last_error, failed_at }) => ({
      id,
      name,
      does: describeJob(name).does,
      attempts,
      last_error,
      failed: adminMoment(failed_at),
    })),
  };
}

async function readBackupsView() {
  const [{ last, drilled }, is_due] = await Promise.all([readBackups(db), isBackupDue(db)]);
  return {
    is_due,
    last:
      last &&
      `${adminMoment(last.made_at)}: ${formatCount(last.rows)} rows, ${pluralise(last.documents, "document")}`,
    drill: drilled && drillText(drilled),
    drill_failed: Boolean(drilled?.drill_failure),
  };
}

function drillText(drilled: {
  made_at: Date;
  drilled_at: Date | null;
  drill_ms: number | null;
  drill_failure: string | null;
}) {
  const at = drilled.drilled_at ? adminMoment(drilled.drilled_at) : "";
  return drilled.drill_failure
    ? `${at}: the backup from ${adminMoment(drilled.made_at)} couldn’t be restored. ${drilled.drill_failure}`
    : `${at}: the backup from ${adminMoment(drilled.made_at)} was restored in ${duration((drilled.drill_ms ?? 0) / 1_000)}`;
}

async function readDatabase() {
  const [bytes, schema] = await Promise.all([readDatabaseSize(db), readSchemaVersion(db)]);
  return { size: formatFileSize(bytes), schema };
}

/** Returns how far the replica of the database lags behind; "None" if there is no replica. */
async function readCopy(): Promise<string> {
  if (readDb === db) return "None";
  const seconds = await readReplicaLag(readDb);
  if (seconds === null)
    return "Not a read copy: DATABASE_READ_URL points to a server that accepts writes";
  return seconds < 1 ? "Up to date" : `${duration(seconds)} behind`;
}

async function readDocuments(): Promise<string> {
  if (env.S3_BUCKET) {
    await hasDocument(matterDocumentKey("status", "searches", "asked"));
    return `Bucket ${env.S3_BUCKET}, responding`;
  }
  const { bavail, bsize } = await statfs(dataPath());
  return `Folder on this machine, ${formatFileSize(bavail * bsize)} free`;
}

async function readProcesses() {
  const processes = await listProcesses(db);
  return processes.map(({ id, kind, release, started_at, disk_used, disk_free_bytes }) => ({
    id,
    kind: { web: "Pages", worker: "Jobs", "web and worker": "Pages and jobs" }[kind],
    works: kind !== "web",
    release,
    started: adminMoment(started_at),
    disk:
      disk_used === null || disk_free_bytes === null
        ? null
        : `${formatFileSize(disk_free_bytes)} free (${Math.round(disk_used * 100)}% full)`,
  }));
}

async function readFiguresView() {
  const { sign_ups, payments, paid_pence, emails_sent, emails_refused } = await readFigures(db);
  return {
    sign_ups: formatCount(sign_ups),
    payments: payments === 0 ? "0" : `${formatCount(payments)}, ${formatPence(paid_pence)}`,
    emails_sent: formatCount(emails_sent),
    emails_refused: formatCount(emails_refused),
  };
}

function duration(seconds: number): string {
  if (seconds < 60) return pluralise(Math.round(seconds), "second");
  if (seconds < 3_600) return pluralise(Math.round(seconds / 60), "minute");
  if (seconds < 48 * 3_600) return pluralise(Math.round(seconds / 3_600), "hour");
  return pluralise(Math.round(seconds / 86_400), "day");
}
