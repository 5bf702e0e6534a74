import { z } from "zod";
import { readOfficeListings } from "#app/clients/office-health/client.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { formatInLondon } from "#app/domain/shared/dates.server.ts";
import {
  refreshChangedCheck,
  refreshOpenChecks,
  refreshCheckJob,
} from "#app/domain/identity-checks/refresh-checks.server.ts";
import {
  finishRematch,
  runRematchBatch,
  rematchEmailsJob,
} from "#app/domain/inbound-emails/rematch.server.ts";
import {
  alertOverdueUpdate,
  alertOverdueUpdateJob,
} from "#app/domain/conversations/overdue.server.ts";
import { followUpChases, isTimeForFollowUps } from "#app/domain/chases/follow-up.server.ts";
import {
  collectNewsOfAction,
  collectNewsOfActionJob,
} from "#app/domain/actions/firm-news-of-action.server.ts";
import {
  sendLettersOfAction,
  sendLettersOfActionJob,
} from "#app/domain/actions/letters-of-action.server.ts";
import { stopChecks, stopChecksJob } from "#app/domain/identity-checks/stop-checks.server.ts";
import { expireInvitations } from "#app/domain/invitations/invitations.server.ts";
import { isTimeForWeeklyLeads, queueWeeklyLeads } from "#app/domain/leads/leads.server.ts";
import {
  queueTodaysDates,
  sendNotifications,
} from "#app/domain/notifications/progress-emails.server.ts";
import { queueStartReminders } from "#app/domain/notifications/reminders.server.ts";
import {
  isTimeForSummaries,
  queueSummaries,
} from "#app/domain/notifications/weekly-summary.server.ts";
import { checkAlerts } from "#app/domain/operations/alerts.server.ts";
import { cancelCheckout, cancelIntent } from "#app/domain/payments/open-payments.server.ts";
import {
  RefundRefusedError,
  sendRefund,
  sendRefundJob,
  settleOpenRefunds,
} from "#app/domain/payments/make-refund.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { correctStripeCustomer } from "#app/domain/payments/start-payment.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { generateReport, generateReportJob } from "#app/domain/reports/report.server.ts";
import { healthWeek, storeOfficeHealth } from "#app/domain/stats/offices.server.ts";
import { readTransactionAddress } from "#app/domain/transactions/read-transaction.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { renderReport } from "#app/pdf/pdf.server.ts";
import { cancelPaymentJob } from "#app/domain/payments/compare-with-stripe.server.ts";
import { correctStripeCustomerJob } from "#app/domain/people/correct-person.server.ts";
import { reconcilePaymentsJob } from "#app/domain/restorations/restorations.server.ts";
import {
  isTimeForReminders,
  queueDocumentReminders,
} from "#app/domain/documents/request-emails.server.ts";
import { sendNotificationsJob } from "#app/domain/events/pending-notifications.server.ts";
import { db, inTransaction } from "#db/connection.ts";
import * as audit from "./audit.server.ts";
import * as documents from "./documents.server.ts";
import { erase, makeDataCopy } from "./privacy.server.ts";
import { defineJob, type Job, timedPayload } from "./job.ts";
import { deleteDocuments, purge } from "./purge.server.ts";
import { sendEmail } from "./send-email.server.ts";
import * as stages from "./stages.server.ts";

/** Cancels payments at Stripe that customers must no longer be able to make (cancelOpenPayment). */
export const cancelPayment = defineJob({
  ...cancelPaymentJob,
  async run({ stripe_transaction_id, stripe_checkout_session_id }) {
    if (stripe_transaction_id) await cancelIntent(stripe_transaction_id);
    if (stripe_checkout_session_id) await cancelCheckout(stripe_checkout_session_id);
  },
});

/** Sends a refund to Stripe again if Stripe has not answered. A refusal ends the job. */
const sendRefundAgain = defineJob({
  ...sendRefundJob,
  async run({ refund_id }) {
    await sendRefund(db, refund_id).catch((error: unknown) => {
      if (!(error instanceof RefundRefusedError)) throw error;
    });
  },
});

/**
 * Updates a seller's Stripe customer after staff corrected the seller's name or email address
 * (AMB-K03).
 */
const correctSeller = defineJob({
  ...correctStripeCustomerJob,
  run: ({ user_id }) => correctStripeCustomer(db, user_id),
});

/** Adds an action of staff to the news of its firms, unless it was undone. */
const collectActionNews = defineJob({
  ...collectNewsOfActionJob,
  async run(action) {
    await inTransaction(db, (trx) => collectNewsOfAction(trx, action));
  },
});

/** Sends letters to solicitors again after an action of staff, unless it was undone (ST-13). */
const sendActionLetters = defineJob({
  ...sendLettersOfActionJob,
  async run(action) {
    await inTransaction(db, (trx) => sendLettersOfAction(trx, action));
  },
});

/** Updates an identity check after a webhook reported that it changed at Thirdfort (AMB-N04). */
const refreshCheck = defineJob({
  ...refreshCheckJob,
  run: ({ thirdfort_id }) => refreshChangedCheck(db, thirdfort_id),
});

/** Stops the open identity checks of a matter that staff have ended. */
const stopOpenChecks = defineJob({
  ...stopChecksJob,
  run: ({ action_id }, attempt) => stopChecks(db, { action_id }, attempt),
});

/** Updates all open identity checks every 15 minutes, in case a webhook from Thirdfort was lost. */
const refreshChecks = defineJob({
  name: "refresh-checks",
  payload: z.object({}),
  at: "*/15 * * * *",
  missed: "max=3",
  async run() {
    return `Open checks updated from Thirdfort: ${await refreshOpenChecks(db)}.`;
  },
});

/** Compares the payments at Stripe with ours every night, and shows the differences to staff. */
const reconcile = defineJob({
  ...reconcilePaymentsJob,
  at: "47 4 * * *",
  missed: "fill=1d&max=5",
  async run({ since }) {
    const settled = await settleOpenRefunds(db);
    const { compared, found, gone } = await reconcilePayments(
      db,
      new Date(),
      since === undefined ? since : new Date(since),
    );
    return `Stripe records compared with ours: ${compared}. New differences: ${found}. Closed: ${gone}. Refunds settled: ${settled}.`;
  },
});

/**
 * Generates a matter's first report when all its searches have results, unless staff have already
 * generated one (AMB-O03).
 */
const generateFirstReport = defineJob({
  ...generateReportJob,
  async run({ transaction_id }) {
    const address = await readTransactionAddress(db, service, transaction_id);
    try {
      await generateReport(db, transaction_id, {
        seen: null,
        actor: null,
        address,
        render: renderReport,
      });
    } catch (error) {
      // Another search is complete, but its document has not arrived. When the document arrives,
      // this job is queued again.
      if (!(error instanceof ConflictError)) throw error;
    }
  },
});

/**
 * Rematches stored emails, in batches. Staff can start a rematch again after an error (AMB-T02).
 */
export const rematchEmails = defineJob({
  ...rematchEmailsJob,
  async run({ email_rematch_id }) {
    try {
      while (await runRematchBatch(db, email_rematch_id));
    } catch (error) {
      await nullIfFailed(finishRematch(db, email_rematch_id, "failed"), {
        what: "ending a rematch",
      });
      throw error;
    }
  },
});

/** Expires invitations that no one has opened, every night (AMB-R01). */
const expireLapsedInvitations = defineJob({
  name: "expire-invitations",
  payload: z.object({}),
  at: "27 3 * * *",
  missed: "fill=1d&max=3",
  run: async () => `Invitations expired: ${await expireInvitations(db)}.`,
});

/**
 * Queues the leads email on Mondays at 9am in London (AMB-G08). The crontab is in UTC, so the job
 * runs at both hours that can be 9am in London, and does nothing at the wrong one.
 */
export const weeklyLeads = defineJob({
  name: "weekly-leads",
  payload: timedPayload,
  at: "0 8,9 * * 1",
  missed: "fill=1d&max=3",
  async run({ _cron }) {
    if (_cron && !isTimeForWeeklyLeads(_cron.ts))
      return "Nothing to do: it is not 9am on a Monday in London.";
    const people = await queueWeeklyLeads(db, _cron?.ts ?? new Date());
    return `Subscribers: ${people}. This week’s leads email is queued for everyone who has not had it, and the worker will send it.`;
  },
});

/**
 * Stores the numbers of offices' listings on Fridays at 17:00 UTC. If the feed is invalid, the
 * stored numbers stay unchanged (S-017, AMB-S03).
 */
export const officeHealth = defineJob({
  name: "office-health",
  payload: timedPayload,
  at: "0 17 * * 5",
  missed: "fill=1d&max=12",
  async run({ _cron }) {
    const week = healthWeek(_cron?.ts ?? new Date());
    const offices = await readOfficeListings();
    await storeOfficeHealth(db, week, offices);
    return `Offices stored for the week to ${week}: ${offices.length}.`;
  },
});

/** Emails a customer the news about a matter (queueNotification). */
const sendNews = defineJob({
  ...sendNotificationsJob,
  run: (reader) => inTransaction(db, (trx) => sendNotifications(trx, reader)),
});

/** Queues emails about today's exchanges and completions at 8am in London, when quiet hours end. */
const notifyOfTodaysDates = defineJob({
  name: "tell-todays-dates",
  payload: timedPayload,
  at: "0 7,8 * * *",
  missed: "fill=12h&max=3",
  async run({ _cron }) {
    if (_cron && formatInLondon(_cron.ts, "HH") !== "08")
      return "Nothing to do: it is not 8am in London.";
    const count = await inTransaction(db, queueTodaysDates);
    return `Purchases that exchange or complete today: ${count}. Their customers will be emailed.`;
  },
});

/**
 * Queues weekly summaries on Fridays at 9am in London, for customers who have had no other email
 * for a day.
 */
const summarise = defineJob({
  name: "weekly-summaries",
  payload: timedPayload,
  at: "0 8,9 * * 5",
  missed: "fill=8h&max=3",
  async run({ _cron }) {
    if (_cron && !isTimeForSummaries(_cron.ts))
      return "Nothing to do: it is not 9am on a Friday in London.";
    const count = await queueSummaries(db, _cron?.ts ?? new Date());
    return `Summaries queued: ${count}.`;
  },
});

/**
 * Reminds customers at 10am in London of a sale or purchase that they left unfinished a day or a
 * week ago.
 */
const remindOfUnfinishedSignUps = defineJob({
  name: "remind-of-starts",
  payload: timedPayload,
  at: "0 9,10 * * *",
  missed: "fill=8h&max=3",
  async run({ _cron }) {
    if (_cron && formatInLondon(_cron.ts, "HH") !== "10")
      return "Nothing to do: it is not 10am in London.";
    const count = await inTransaction(db, queueStartReminders);
    return `People reminded of a sale or purchase they started: ${count}.`;
  },
});

/**
 * Reminds customers at 9am in London on working days of documents that they still have to send.
 */
const remindOfDocuments = defineJob({
  name: "remind-of-documents",
  payload: timedPayload,
  at: "0 8,9 * * *",
  missed: "fill=8h&max=3",
  async run({ _cron }) {
    const at = _cron?.ts ?? new Date();
    if (_cron && !isTimeForReminders(at))
      return "Nothing to do: it is not 9am on a working day in London.";
    const count = await inTransaction(db, (trx) => queueDocumentReminders(trx, at));
    return `People reminded of documents: ${count}.`;
  },
});

/**
 * Makes tasks at 9am in London on working days for the questions to firms whose follow-up is due.
 */
const followUpFirms = defineJob({
  name: "follow-up-firms",
  payload: timedPayload,
  at: "0 8,9 * * *",
  missed: "fill=8h&max=3",
  async run({ _cron }) {
    const at = _cron?.ts ?? new Date();
    if (_cron && !isTimeForFollowUps(at))
      return "Nothing to do: it is not 9am on a working day in London.";
    return `Questions to firms followed up: ${await followUpChases(db, at)}.`;
  },
});

/** Emails our staff if no one has answered a request for an update in time. */
const alertOfOverdueUpdate = defineJob({
  ...alertOverdueUpdateJob,
  run: ({ message_id }) => inTransaction(db, (trx) => alertOverdueUpdate(trx, message_id)),
});

/** Emails the team about alerts that have started or ended. */
const checkForAlerts = defineJob({
  name: "check-alerts",
  payload: z.object({}),
  at: "*/5 * * * *",
  missed: "max=1",
  async run() {
    const { begun, over } = await checkAlerts(db);
    return `Alerts: ${begun} new, ${over} resolved.`;
  },
});

const ALL: readonly Job[] = [
  sendEmail,
  cancelPayment,
  sendRefundAgain,
  correctSeller,
  sendActionLetters,
  collectActionNews,
  purge,
  makeDataCopy,
  erase,
  deleteDocuments,
  reconcile,
  refreshCheck,
  refreshChecks,
  stopOpenChecks,
  audit.seal,
  audit.check,
  stages.refreshMatters,
  stages.refreshDueMatters,
  stages.countWork,
  stages.refreshStages,
  checkForAlerts,
  alertOfOverdueUpdate,
  sendNews,
  notifyOfTodaysDates,
  remindOfUnfinishedSignUps,
  remindOfDocuments,
  followUpFirms,
  summarise,
  expireLapsedInvitations,
  rematchEmails,
  generateFirstReport,
  documents.scan,
  documents.convert,
  documents.requeue,
  weeklyLeads,
  officeHealth,
];

export const jobs: Readonly<Record<string, Job>> = Object.fromEntries(
  ALL.map((job) => [job.name, job]),
);

/** Schedule of all jobs, in the format of graphile-worker's crontab. */
export const crontab = ALL.flatMap(({ name, at, missed }) =>
  at ? [`${at} ${name} ${missed ? `?${missed}` : ""}`] : [],
).join("\n");
