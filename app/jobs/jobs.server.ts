import { readOfficeListings } from "#app/clients/office-health.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { inLondon } from "#app/domain/fields/dates.server.ts";
import { refreshChanged, refreshOpen } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { finishRematch, runRematchBatch } from "#app/domain/inbound-emails/rematch.server.ts";
import { expireInvitations } from "#app/domain/invitations/invitations.server.ts";
import { isTimeForWeeklyLeads, queueWeeklyLeads } from "#app/domain/leads/leads.server.ts";
import { noteTodaysDates, tellNews } from "#app/domain/news/news.server.ts";
import { remindOfStarts } from "#app/domain/news/reminders.server.ts";
import { isTimeForSummaries, queueSummaries } from "#app/domain/news/weekly.server.ts";
import { checkAlerts } from "#app/domain/operations/alerts.server.ts";
import { cancelCheckout, cancelIntent } from "#app/domain/payments/open-payments.server.ts";
import { reconcilePayments } from "#app/domain/payments/reconcile.server.ts";
import { correctStripeCustomer } from "#app/domain/payments/start-payment.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { generateReport } from "#app/domain/reports/report.server.ts";
import { healthWeek, storeOfficeHealth } from "#app/domain/stats/offices.server.ts";
import { readTransactionAddress } from "#app/domain/transactions/read-transaction.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { renderReport } from "#app/pdf/pdf.server.ts";
import { type JobName, payloads } from "#app/queue/jobs.ts";
import { db, inTransaction } from "#db/connection.ts";
import * as audit from "./audit.server.ts";
import { erase, makeDataCopy } from "./privacy.server.ts";
import { defineJob } from "./job.ts";
import { checkListCounts, foldListCounts } from "./list-counts.server.ts";
import { deleteDocuments, purge } from "./purge.server.ts";
import { sendEmail } from "./send-email.server.ts";
import { keepStages } from "./stages.server.ts";

/** Cancels at Stripe what must not take money any more: see cancelOpenPayment. */
export const cancelPayment = defineJob({
  payload: payloads["cancel-payment"],
  async run({ stripe_transaction_id, stripe_checkout_session_id }) {
    if (stripe_transaction_id) await cancelIntent(stripe_transaction_id);
    if (stripe_checkout_session_id) await cancelCheckout(stripe_checkout_session_id);
  },
});

/** Staff have corrected a seller's name or address (AMB-K03). */
const correctSeller = defineJob({
  payload: payloads["correct-stripe-customer"],
  run: ({ user_id }) => correctStripeCustomer(db, user_id),
});

/** Thirdfort has said that a check has changed (AMB-N04). */
const refreshCheck = defineJob({
  payload: payloads["refresh-check"],
  run: ({ thirdfort_id }) => refreshChanged(db, thirdfort_id),
});

/** Every quarter of an hour: a webhook may have been lost. */
const refreshChecks = defineJob({
  payload: payloads["refresh-checks"],
  async run() {
    return `Open checks updated from Thirdfort: ${await refreshOpen(db)}.`;
  },
});

/** Nightly: compares Stripe's payments with ours, and reports differences to staff. */
const reconcile = defineJob({
  payload: payloads["reconcile-payments"],
  async run({ since }) {
    const { compared, found, gone } = await reconcilePayments(
      db,
      new Date(),
      since === undefined ? since : new Date(since),
    );
    return `Stripe records compared with ours: ${compared}. New differences: ${found}. Closed: ${gone}.`;
  },
});

/** The first report of a matter, when its searches have come back (AMB-O03): once, and not if staff have made one. */
const generateFirstReport = defineJob({
  payload: payloads["generate-report"],
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
      // Another search has come back without its document; the document's arrival queues this job again.
      if (!(error instanceof ConflictError)) throw error;
    }
  },
});

/**
 * Matches emails again, batch by batch (AMB-T02). An error ends the run: staff are told and may start another one, which does
 * no harm to what this one has done.
 */
export const rematchEmails = defineJob({
  payload: payloads["rematch-emails"],
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

/**
 * Nightly: marks invitations that were not opened in time as expired, as their lists do when staff look (AMB-R01).
 */
const expireLapsedInvitations = defineJob({
  payload: payloads["expire-invitations"],
  run: async () => `Invitations expired: ${await expireInvitations(db)}.`,
});

/**
 * Mondays at nine in London: the weekly leads email (AMB-G08). The crontab knows no time zones, so it runs at each hour that
 * can be nine there, and does nothing at the other. A run by hand ignores the clock.
 */
export const weeklyLeads = defineJob({
  payload: payloads["weekly-leads"],
  async run({ _cron }) {
    if (_cron && !isTimeForWeeklyLeads(_cron.ts))
      return "Nothing to do: it is not 9am on a Monday in London.";
    const people = await queueWeeklyLeads(db, _cron?.ts ?? new Date());
    return `Subscribers: ${people}. This week’s leads email is queued for everyone who has not had it, and the worker will send it.`;
  },
});

/**
 * Fridays at 17:00 UTC: how many homes each office markets (S-017, AMB-S03). A feed that is broken or cannot be read changes
 * nothing; the job fails and is tried again.
 */
export const officeHealth = defineJob({
  payload: payloads["office-health"],
  async run({ _cron }) {
    const week = healthWeek(_cron?.ts ?? new Date());
    const offices = await readOfficeListings();
    await storeOfficeHealth(db, week, offices);
    return `Offices stored for the week to ${week}: ${offices.length}.`;
  },
});

/** What has happened in a matter is told to one of its customers: see noteNews. */
const tellOfNews = defineJob({
  payload: payloads["tell-news"],
  run: (reader) => inTransaction(db, (trx) => tellNews(trx, reader)),
});

/** At eight in London, when quiet hours end: exchanges and completions whose day it is. The crontab knows no time zones. */
const tellTodaysDates = defineJob({
  payload: payloads["tell-todays-dates"],
  async run({ _cron }) {
    if (_cron && inLondon(_cron.ts, "HH") !== "08")
      return "Nothing to do: it is not 8am in London.";
    const count = await inTransaction(db, noteTodaysDates);
    return `Purchases that exchange or complete today: ${count}. Their customers will be emailed.`;
  },
});

/** Fridays at nine in London: where each matter is, where nothing else was told. */
const summarise = defineJob({
  payload: payloads["weekly-summaries"],
  async run({ _cron }) {
    if (_cron && !isTimeForSummaries(_cron.ts))
      return "Nothing to do: it is not 9am on a Friday in London.";
    const count = await queueSummaries(db, _cron?.ts ?? new Date());
    return `Summaries queued: ${count}.`;
  },
});

/** At ten in London: starts that were left a day or a week ago. */
const remind = defineJob({
  payload: payloads["remind-of-starts"],
  async run({ _cron }) {
    if (_cron && inLondon(_cron.ts, "HH") !== "10")
      return "Nothing to do: it is not 10am in London.";
    const count = await inTransaction(db, remindOfStarts);
    return `People reminded of a sale or purchase they started: ${count}.`;
  },
});

/** Every five minutes: emails the team what a person must see to, and that it is over. */
const checkForAlerts = defineJob({
  payload: payloads["check-alerts"],
  async run() {
    const { begun, over } = await checkAlerts(db);
    return `Alerts: ${begun} new, ${over} resolved.`;
  },
});

/** What runs after the response, by its name in the queue (app/queue/jobs.ts). */
export const jobs = {
  "send-email": sendEmail,
  "cancel-payment": cancelPayment,
  "correct-stripe-customer": correctSeller,
  purge,
  "make-data-copy": makeDataCopy,
  "erase-person": erase,
  "delete-documents": deleteDocuments,
  "reconcile-payments": reconcile,
  "refresh-check": refreshCheck,
  "refresh-checks": refreshChecks,
  "seal-audit": audit.seal,
  "check-audit": audit.check,
  "fold-list-counts": foldListCounts,
  "check-list-counts": checkListCounts,
  "keep-stages": keepStages,
  "check-alerts": checkForAlerts,
  "tell-news": tellOfNews,
  "tell-todays-dates": tellTodaysDates,
  "remind-of-starts": remind,
  "weekly-summaries": summarise,
  "expire-invitations": expireLapsedInvitations,
  "rematch-emails": rematchEmails,
  "generate-report": generateFirstReport,
  "weekly-leads": weeklyLeads,
  "office-health": officeHealth,
} satisfies Record<JobName, unknown>;
