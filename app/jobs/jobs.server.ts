import type { JobName } from "#app/queue/jobs.ts";
import { cancelPayment } from "./cancel-payment.server.ts";
import { checkListCounts, foldListCounts } from "./list-counts.server.ts";
import { expireLapsedInvitations } from "./expire-invitations.server.ts";
import { officeHealth } from "./office-health.server.ts";
import { generateFirstReport } from "./generate-report.server.ts";
import { purge } from "./purge.server.ts";
import { refreshCheck, refreshChecks } from "./refresh-checks.server.ts";
import { reconcile } from "./reconcile-payments.server.ts";
import { rematchEmails } from "./rematch-emails.server.ts";
import { sendEmail } from "./send-email.server.ts";
import { weeklyLeads } from "./weekly-leads.server.ts";

/** What runs after the response, by its name in the queue (app/queue/jobs.ts). */
export const jobs = {
  "send-email": sendEmail,
  "cancel-payment": cancelPayment,
  purge,
  "reconcile-payments": reconcile,
  "refresh-check": refreshCheck,
  "refresh-checks": refreshChecks,
  "fold-list-counts": foldListCounts,
  "check-list-counts": checkListCounts,
  "expire-invitations": expireLapsedInvitations,
  "rematch-emails": rematchEmails,
  "generate-report": generateFirstReport,
  "weekly-leads": weeklyLeads,
  "office-health": officeHealth,
} satisfies Record<JobName, unknown>;
