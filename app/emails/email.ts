import type { ReactElement } from "react";
import type { z } from "zod";
import type { InvitationEmail } from "#app/domain/invitations/invitations.server.ts";
import type { Company } from "#app/platform/company.ts";
import type { QueuedEmail } from "#app/queue/email.ts";
import type { Db } from "#db/connection.ts";

/** What every email may mention. */
export type EmailContext = {
  home: string;
  sign_up: string;
  support_email: string;
  company: Company;
};

/** What an email says. */
export type Email<Props> = {
  subject: (props: Props) => string;
  /** The news, where the subject says it in other words; else it is the subject without the property. */
  heading?: (props: Props) => string;
  /** The line that a mailbox shows after the subject. */
  preview: (props: Props) => string;
  /** Who gets an answer; we do, unless it says otherwise. */
  replyTo?: (props: Props) => string;
  /** Who gets a copy; the recipient is not named again. */
  cc?: (props: Props) => readonly string[];
  /** The address (https: or mailto:) that mailboxes unsubscribe at; null where the reader cannot do without the email. */
  unsubscribe?: (props: Props & { context: EmailContext }) => string | null;
  Body: (props: Props & { context: EmailContext }) => ReactElement;
};

/** What an email may need besides its ids: where it goes, and what only `auth` can make, which stands above this folder. */
export type Sending = {
  /** Mailbox that the email goes to: each person on a side gets their own. */
  recipient: string;
  makeInvitationLink: (db: Db, invitation: InvitationEmail) => Promise<string>;
};

export type EmailFile = { name: string; type: string; content: Buffer };

/** An email of the queue, which stores only ids until it is sent. */
type FromQueue<Ids extends z.ZodType, Props> = Email<Props> & {
  /** Reads what the email says at the time it is sent; throws when what the ids name is gone. */
  read: (db: Db, ids: z.output<Ids>, sending: Sending) => Promise<Props>;
  /** Makes the files that go along with it. */
  files?: (props: Props) => Promise<EmailFile[]>;
};

/** Writes an email that domain queues, exported by its name. Its words follow from `read`. */
export function defineEmail<Ids extends z.ZodType, Props>(
  { name, ids }: QueuedEmail<string, Ids>,
  email: FromQueue<Ids, Props>,
) {
  return {
    ...email,
    name,
    ids,
    /** @throws ZodError when the stored ids are not those of this email */
    read: async (db: Db, stored: unknown, sending: Sending) =>
      email.read(db, ids.parse(stored), sending),
  };
}
