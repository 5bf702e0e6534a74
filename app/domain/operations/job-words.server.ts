import type { JobName } from "#app/queue/jobs.ts";

/** What a job does, and what it means to call it off, by its name in the queue. */
type JobWords = { does: string; called_off: string };

const TIMED = "It runs again by itself at its next time.";

const WORDS: Readonly<Record<JobName, JobWords>> = {
  "send-email": {
    does: "Sends an email",
    called_off: "The email is not sent. The tab Events of its matter says that it failed.",
  },
  "cancel-payment": {
    does: "Cancels a payment at Stripe that must not take money any more",
    called_off: "Cancel it in Stripe’s dashboard, or the customer can still pay it.",
  },
  "correct-stripe-customer": {
    does: "Corrects a seller’s name and address at Stripe",
    called_off: "Stripe’s receipts keep the old name until the seller is corrected again.",
  },
  "make-data-copy": {
    does: "Makes a copy of what is held on a person",
    called_off: "They have to be told to ask again.",
  },
  "erase-person": {
    does: "Erases a person who asked for it",
    called_off:
      "They are not erased, and the law gives a month. Try it again rather than calling it off.",
  },
  "delete-documents": {
    does: "Deletes files whose records are gone",
    called_off: "The files stay where documents are kept until they are deleted there by hand.",
  },
  "refresh-check": {
    does: "Asks Thirdfort after one identity check",
    called_off: "The check is asked after with all others within a quarter of an hour.",
  },
  "rematch-emails": {
    does: "Matches emails to their matters again",
    called_off: "Start another one under Unmatched Emails.",
  },
  "generate-report": {
    does: "Writes the first report of a matter’s searches",
    called_off: "Generate it on the tab Searches of the matter.",
  },
  purge: { does: "Deletes what is past its time", called_off: TIMED },
  "reconcile-payments": { does: "Compares our payments with Stripe’s", called_off: TIMED },
  "refresh-checks": { does: "Asks Thirdfort after open identity checks", called_off: TIMED },
  "fold-list-counts": { does: "Adds up how long lists are", called_off: TIMED },
  "check-list-counts": { does: "Checks what lists show and how long they are", called_off: TIMED },
  "keep-stages": {
    does: "Brings stages of matters up to the day, and reckons how long they take",
    called_off: TIMED,
  },
  "expire-invitations": { does: "Marks invitations that have run out", called_off: TIMED },
  "weekly-leads": { does: "Queues the weekly email to valuers", called_off: TIMED },
  "office-health": { does: "Reads how many homes each office markets", called_off: TIMED },
  "seal-audit": { does: "Seals what the audit log has newly", called_off: TIMED },
  "check-audit": { does: "Verifies the audit log", called_off: TIMED },
  "check-alerts": { does: "Looks for what a person must see to", called_off: TIMED },
};

/** Of a job that only another release knows, its name. */
export function jobWords(name: string): JobWords {
  return isKnown(name)
    ? WORDS[name]
    : { does: `The job ${name}`, called_off: "What it would have done is not done." };
}

function isKnown(name: string): name is JobName {
  return Object.hasOwn(WORDS, name);
}
