import type { EmailIds, QueuedEmailName } from "#app/queue/emails.ts";
import * as audit from "./audit.server.tsx";
import * as alerts from "./alerts.server.tsx";
import * as contactRequest from "./contact-request.server.tsx";
import * as correction from "./correction.server.tsx";
import * as dataCopy from "./data-copy.server.tsx";
import type { Email, QueuedEmail } from "./email.ts";
import * as emailCorrected from "./email-corrected.server.tsx";
import * as erasure from "./erasure.server.tsx";
import * as estateAgentIntroduction from "./estate-agent-introduction.server.tsx";
import * as identityChecks from "./identity-checks.server.tsx";
import * as informationRequests from "./information-requests.server.tsx";
import * as invitation from "./invitation.server.tsx";
import * as leads from "./leads.server.tsx";
import * as named from "./named.server.tsx";
import * as news from "./news.server.tsx";
import * as ownDetails from "./own-details.server.tsx";
import * as payments from "./payments.server.tsx";
import * as purchases from "./purchases.server.tsx";
import * as received from "./received.server.tsx";
import * as replaced from "./replaced.server.tsx";
import * as signIn from "./sign-in.tsx";
import * as solicitorIntroduction from "./solicitor-introduction.server.tsx";
import * as solicitorLetter from "./solicitor-letter.server.tsx";
import * as staffAccess from "./staff-access.server.tsx";
import * as staffNote from "./staff-note.server.tsx";
import * as termsAccepted from "./terms-accepted.server.tsx";

/**
 * Every email, exported by its file under its name in the log and in Postmark (docs/specification/emails.md). Import this
 * only when an email is sent, so that the web server does not load the libraries that draw emails at its start.
 */
const all = {
  ...signIn,
  ...invitation,
  ...termsAccepted,
  ...ownDetails,
  ...payments,
  ...contactRequest,
  ...leads,
  ...purchases,
  ...estateAgentIntroduction,
  ...solicitorIntroduction,
  ...solicitorLetter,
  ...informationRequests,
  ...identityChecks,
  ...named,
  ...received,
  ...replaced,
  ...emailCorrected,
  ...audit,
  ...correction,
  ...dataCopy,
  ...erasure,
  ...staffAccess,
  ...staffNote,
  ...alerts,
  ...news,
};

export type EmailName = keyof typeof all;

/** What each of them is told. */
export type EmailProps = {
  [Name in EmailName]: (typeof all)[Name] extends { preview: (props: infer Props) => string }
    ? Props
    : never;
};

export const emails: { [Name in EmailName]: Email<EmailProps[Name]> } = all;

/** Does not compile while an email of the queue is missing, or reads by other ids than the queue keeps. */
export const queuedEmails: {
  [Name in QueuedEmailName]: QueuedEmail<EmailIds[Name], EmailProps[Name]>;
} = all;
