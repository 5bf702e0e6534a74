import type { ReactElement } from "react";
import type { z } from "zod";
import type { InvitationEmail } from "#app/domain/invitations/invitations.server.ts";
import type { LetterContact } from "#app/domain/handlers/contact.ts";
import type { Company } from "#app/platform/company.ts";
import type { QueuedEmail } from "#app/queue/email.ts";
import type { Db } from "#db/connection.ts";

export type EmailContext = {
  home: string;
  sign_up: string;
  support_email: string;
  company: Company;
  /** Contact of the matters that the email is about; null if it is about none. */
  matter: LetterContact | null;
};

export type Email<Props> = {
  subject: (props: Props) => string;
  /** Heading; by default the subject without the property. */
  heading?: (props: Props) => string;
  /** Preview text that mail programs show after the subject. */
  preview: (props: Props) => string;
  /** Name of the person who writes; the sender is then "Name at Fanlight". Ours by default. */
  from?: (props: Props) => string;
  /** Reply-To address; our address by default. */
  replyTo?: (props: Props) => string;
  /** Recipients of a copy. The main recipient is removed before sending. */
  cc?: (props: Props) => readonly string[];
  /** Message-IDs of the thread that the email answers, oldest first. */
  thread?: (props: Props) => readonly string[];
  /** Unsubscribe URL (https: or mailto:); null for an email that its reader cannot opt out of. */
  unsubscribe?: (props: Props & { context: EmailContext }) => string | null;
  Body: (props: Props & { context: EmailContext }) => ReactElement;
};

/**
 * Recipient of an email, and a function from app/auth, because app/emails must not import from
 * app/auth.
 */
export type SendContext = {
  /** Address of one person. Each person on a side of a matter gets a separate email. */
  recipient: string;
  makeInvitationLink: (db: Db, invitation: InvitationEmail) => Promise<string>;
};

export type EmailFile = { name: string; type: string; content: Buffer };

/** Email in the queue, which stores only the ids of its content until the email is sent. */
type FromQueue<Ids extends z.ZodType, Props> = Email<Props> & {
  /** Reads the content of the email when it is sent; throws if a row no longer exists. */
  read: (db: Db, ids: z.output<Ids>, sending: SendContext) => Promise<Props>;
  files?: (props: Props) => Promise<EmailFile[]>;
};

/** Defines an email that the domain queues. */
export function defineEmail<Ids extends z.ZodType, Props>(
  { name, ids }: QueuedEmail<string, Ids>,
  email: FromQueue<Ids, Props>,
) {
  return {
    ...email,
    name,
    ids,
    /**
     * Reads the content of the email. @throws {ZodError} if the stored ids do not match the schema
     */
    read: async (db: Db, stored: unknown, sending: SendContext) =>
      email.read(db, ids.parse(stored), sending),
  };
}
