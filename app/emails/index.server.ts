import type { z } from "zod";
import type { Db } from "#db/connection.ts";
import * as actions from "./actions.server.tsx";
import * as audit from "./audit.server.tsx";
import * as alerts from "./alerts.server.tsx";
import * as chases from "./chases.server.tsx";
import * as contactRequest from "./contact-request.server.tsx";
import * as conversations from "./conversations.server.tsx";
import * as correction from "./correction.server.tsx";
import * as dataCopy from "./data-copy.server.tsx";
import * as documents from "./documents.server.tsx";
import type { Email, EmailFile, SendContext } from "./email.ts";
import * as emailCorrected from "./email-corrected.server.tsx";
import * as erasure from "./erasure.server.tsx";
import * as estateAgentIntroduction from "./estate-agent-introduction.server.tsx";
import * as firmNews from "./firm-news.server.tsx";
import * as firmPages from "./firm-pages.server.tsx";
import * as memoranda from "./memoranda.server.tsx";
import * as identityChecks from "./identity-checks.server.tsx";
import * as informationRequests from "./information-requests.server.tsx";
import * as invitation from "./invitation.server.tsx";
import * as leads from "./leads.server.tsx";
import * as matterHandedOver from "./matter-handed-over.server.tsx";
import * as named from "./participants.server.tsx";
import * as news from "./notifications.server.tsx";
import * as ownDetails from "./own-details.server.tsx";
import * as payments from "./payments.server.tsx";
import * as propertyInformation from "./property-information.server.tsx";
import * as purchases from "./purchases.server.tsx";
import * as received from "./email-received.server.tsx";
import * as replaced from "./replacements.server.tsx";
import * as signIn from "./sign-in.tsx";
import * as solicitorIntroduction from "./solicitor-introduction.server.tsx";
import * as solicitorLetter from "./solicitor-letter.server.tsx";
import * as staffAccess from "./staff-access.server.tsx";
import * as staffNote from "./staff-note.server.tsx";
import * as termsAccepted from "./terms-accepted.server.tsx";

/**
 * Emails by name (docs/specification/emails.md). Import this module only to send emails, because it
 * loads the renderer.
 */
const all = {
  ...signIn,
  ...invitation,
  ...termsAccepted,
  ...ownDetails,
  ...payments,
  ...contactRequest,
  ...leads,
  ...propertyInformation,
  ...purchases,
  ...estateAgentIntroduction,
  ...solicitorIntroduction,
  ...solicitorLetter,
  ...informationRequests,
  ...documents,
  ...chases,
  ...firmNews,
  ...firmPages,
  ...memoranda,
  ...actions,
  ...identityChecks,
  ...named,
  ...received,
  ...conversations,
  ...replaced,
  ...emailCorrected,
  ...audit,
  ...correction,
  ...dataCopy,
  ...erasure,
  ...staffAccess,
  ...matterHandedOver,
  ...staffNote,
  ...alerts,
  ...news,
};

export type EmailName = keyof typeof all;

export type EmailProps = {
  [Name in EmailName]: (typeof all)[Name] extends { preview: (props: infer Props) => string }
    ? Props
    : never;
};

export const emails: { [Name in EmailName]: Email<EmailProps[Name]> } = all;

export type QueuedEmailName = {
  [Name in EmailName]: (typeof all)[Name] extends { ids: z.ZodType } ? Name : never;
}[EmailName];

/** Emails that the queue sends, each with the function that reads its content. */
export const queuedEmails: {
  [Name in QueuedEmailName]: {
    ids: z.ZodType;
    read: (db: Db, stored: unknown, sending: SendContext) => Promise<EmailProps[Name]>;
    files?: (props: EmailProps[Name]) => Promise<EmailFile[]>;
  };
} = all;

export function isQueuedEmailName(name: string): name is QueuedEmailName {
  return Object.entries(all).some(([known, email]) => known === name && "ids" in email);
}
