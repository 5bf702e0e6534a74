import type { ReactElement } from "react";
import type { Company } from "#app/ui/company.ts";

/** What every email may mention. */
export type EmailContext = {
  home: string;
  sign_up: string;
  support_email: string;
  company: Company;
};

/** What a file of this folder says of its email. */
export type Email<Props> = {
  subject: (props: Props) => string;
  /** The line that a mailbox shows after the subject. */
  preview: (props: Props) => string;
  /** Who gets an answer to it; we do, when not said. */
  replyTo?: (props: Props) => string;
  /** Who reads along; the recipient is not named again. */
  cc?: (props: Props) => readonly string[];
  /** Comes again and again: mailboxes are told where to write to stop it. */
  recurring?: true;
  Body: (props: Props & { context: EmailContext }) => ReactElement;
};
