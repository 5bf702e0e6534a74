type JobWords = { does: string; if_cancelled: string };

const TIMED = "It will run again at its next scheduled time.";

const WORDS: Readonly<Record<string, JobWords>> = {
  "send-email": {
    does: "Sends an email",
    if_cancelled: "The email won’t be sent. The matter’s Events tab will show that it failed.",
  },
  "cancel-payment": {
    does: "Cancels a Stripe payment that must no longer take money",
    if_cancelled: "Cancel the payment in Stripe’s dashboard, or the customer could still pay it.",
  },
  "send-refund": {
    does: "Sends a refund to Stripe again if Stripe hasn’t answered",
    if_cancelled:
      "Check in Stripe whether the refund was made. The nightly comparison records it if it was.",
  },
  "correct-stripe-customer": {
    does: "Corrects a seller’s name and address in Stripe",
    if_cancelled:
      "Stripe’s receipts will show the old details until the seller is corrected again.",
  },
  "collect-news-of-action": {
    does: "Adds a correction to the next email to solicitors and the estate agent",
    if_cancelled: "They won’t be emailed about it. Email them from the matter’s Messages tab.",
  },
  "send-letters-of-action": {
    does: "Sends a solicitor their letter again after a correction",
    if_cancelled: "The letter won’t be sent. Send it again from the matter’s Solicitors tab.",
  },
  "make-data-copy": {
    does: "Makes a copy of a person’s data or of a matter’s file",
    if_cancelled: "The copy won’t be made. Request it again.",
  },
  "erase-person": {
    does: "Erases a person’s data at their request",
    if_cancelled:
      "The person won’t be erased, and the law gives us one month. Retry the job instead.",
  },
  "delete-documents": {
    does: "Deletes files whose records have been deleted",
    if_cancelled: "The files will stay in storage until someone deletes them by hand.",
  },
  "refresh-check": {
    does: "Gets the status of one identity check from Thirdfort",
    if_cancelled: "We’ll get its status with all the others within 15 minutes.",
  },
  "stop-checks": {
    does: "Stops the open identity checks of a matter that staff have ended",
    if_cancelled:
      "The checks stay open at Thirdfort. Abort them on the matter’s Thirdfort tab, and ask OneSearch to cancel open searches.",
  },
  "tell-news": {
    does: "Emails a customer about progress on their matter",
    if_cancelled:
      "The customer will see this update on their dashboard, and get it with the next email.",
  },
  "weekly-summaries": {
    does: "Emails customers a progress summary on Fridays",
    if_cancelled: TIMED,
  },
  "remind-of-starts": {
    does: "Reminds customers to finish a sale or purchase they started",
    if_cancelled: TIMED,
  },
  "remind-of-documents": {
    does: "Reminds customers of documents that they still have to send",
    if_cancelled: TIMED,
  },
  "follow-up-firms": {
    does: "Makes tasks for questions to firms whose follow-up is due",
    if_cancelled: TIMED,
  },
  "alert-overdue-update": {
    does: "Emails staff about a request for an update that no one has answered in time",
    if_cancelled: "The request stays on the desk, where it is shown as late.",
  },
  "tell-todays-dates": {
    does: "Emails customers whose exchange or completion is today",
    if_cancelled: TIMED,
  },
  "rematch-emails": {
    does: "Rematches received emails with their matters",
    if_cancelled: "Start another rematch under Unmatched Emails.",
  },
  "generate-report": {
    does: "Writes the first report on a matter’s searches",
    if_cancelled: "You can generate the report on the matter’s Searches tab.",
  },
  "scan-document": {
    does: "Scans an uploaded document for viruses",
    if_cancelled: "No one can open the document until the next hourly attempt.",
  },
  "convert-document": {
    does: "Makes a preview of an uploaded photo",
    if_cancelled: "The photo can only be downloaded until the next hourly attempt.",
  },
  "requeue-documents": {
    does: "Retries documents that are waiting to be scanned or converted",
    if_cancelled: TIMED,
  },
  purge: { does: "Deletes data past its retention period", if_cancelled: TIMED },
  "reconcile-payments": { does: "Compares our payments with Stripe’s", if_cancelled: TIMED },
  "refresh-checks": {
    does: "Gets the status of open identity checks from Thirdfort",
    if_cancelled: TIMED,
  },
  "refresh-matters": {
    does: "Updates the stage of many matters that changed together",
    if_cancelled: "Lists show these matters as they were until the next night.",
  },
  "refresh-due-matters": { does: "Updates matters with a date of today", if_cancelled: TIMED },
  "keep-stages": {
    does: "Checks the stage of every matter and updates average durations",
    if_cancelled: TIMED,
  },
  "count-workloads": { does: "Counts the work of each handler", if_cancelled: TIMED },
  "expire-invitations": { does: "Marks invitations that have expired", if_cancelled: TIMED },
  "weekly-leads": { does: "Queues the weekly email to valuers", if_cancelled: TIMED },
  "office-health": {
    does: "Reads how many properties each office is marketing",
    if_cancelled: TIMED,
  },
  "seal-audit": { does: "Seals new entries in the audit log", if_cancelled: TIMED },
  "check-audit": { does: "Verifies the audit log", if_cancelled: TIMED },
  "check-alerts": { does: "Checks for problems that need attention", if_cancelled: TIMED },
};

/**
 * Returns the description of a job for staff. A job that exists only in a different release gets a
 * generic description.
 */
export function describeJob(name: string): JobWords {
  return WORDS[name] ?? { does: `Runs the job ${name}`, if_cancelled: "Its work won’t be done." };
}
