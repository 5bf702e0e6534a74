type JobWords = { does: string; called_off: string };

const TIMED = "It will run again at its next scheduled time.";

const WORDS: Readonly<Record<string, JobWords>> = {
  "send-email": {
    does: "Sends an email",
    called_off: "The email won’t be sent. The matter’s Events tab will show that it failed.",
  },
  "cancel-payment": {
    does: "Cancels a Stripe payment that must no longer take money",
    called_off: "Cancel the payment in Stripe’s dashboard, or the customer could still pay it.",
  },
  "correct-stripe-customer": {
    does: "Corrects a seller’s name and address in Stripe",
    called_off: "Stripe’s receipts will show the old details until the seller is corrected again.",
  },
  "make-data-copy": {
    does: "Makes a copy of a person’s data or of a matter’s file",
    called_off: "The copy won’t be made. Request it again.",
  },
  "erase-person": {
    does: "Erases a person’s data at their request",
    called_off:
      "The person won’t be erased, and the law gives us one month. Retry the job instead.",
  },
  "delete-documents": {
    does: "Deletes files whose records have been deleted",
    called_off: "The files will stay in storage until someone deletes them by hand.",
  },
  "refresh-check": {
    does: "Gets the status of one identity check from Thirdfort",
    called_off: "We’ll get its status with all the others within 15 minutes.",
  },
  "tell-news": {
    does: "Emails a customer about progress on their matter",
    called_off:
      "The customer will see this update on their dashboard, and get it with the next email.",
  },
  "weekly-summaries": {
    does: "Emails customers a progress summary on Fridays",
    called_off: TIMED,
  },
  "remind-of-starts": {
    does: "Reminds customers to finish a sale or purchase they started",
    called_off: TIMED,
  },
  "tell-todays-dates": {
    does: "Emails customers whose exchange or completion is today",
    called_off: TIMED,
  },
  "rematch-emails": {
    does: "Rematches received emails with their matters",
    called_off: "Start another rematch under Unmatched Emails.",
  },
  "generate-report": {
    does: "Writes the first report on a matter’s searches",
    called_off: "You can generate the report on the matter’s Searches tab.",
  },
  purge: { does: "Deletes data past its retention period", called_off: TIMED },
  "reconcile-payments": { does: "Compares our payments with Stripe’s", called_off: TIMED },
  "refresh-checks": {
    does: "Gets the status of open identity checks from Thirdfort",
    called_off: TIMED,
  },
  "refresh-matters": {
    does: "Updates the stage of many matters that changed together",
    called_off: "Lists show these matters as they were until the next night.",
  },
  "refresh-due-matters": { does: "Updates matters with a date of today", called_off: TIMED },
  "keep-stages": {
    does: "Checks the stage of every matter and updates average durations",
    called_off: TIMED,
  },
  "expire-invitations": { does: "Marks invitations that have expired", called_off: TIMED },
  "weekly-leads": { does: "Queues the weekly email to valuers", called_off: TIMED },
  "office-health": {
    does: "Reads how many properties each office is marketing",
    called_off: TIMED,
  },
  "seal-audit": { does: "Seals new entries in the audit log", called_off: TIMED },
  "check-audit": { does: "Verifies the audit log", called_off: TIMED },
  "check-alerts": { does: "Checks for problems that need attention", called_off: TIMED },
};

/** Returns the description of a job; a generic one for jobs of other releases. */
export function jobWords(name: string): JobWords {
  return WORDS[name] ?? { does: `Runs the job ${name}`, called_off: "Its work won’t be done." };
}
