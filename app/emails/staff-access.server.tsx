import { readStaffEmail } from "#app/domain/staff/staff.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { EmailIds } from "#app/queue/emails.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

type Change = EmailIds["staff_access_changed"]["change"];

/** What has changed, and where the reader looks it over: null for whoever cannot come in any more. */
const CHANGES: Readonly<
  Record<Change, { subject: string; said: string; leads: "sign_in" | "sign_ins" | null }>
> = {
  added: {
    subject: `You can sign in to ${PRODUCT_NAME}`,
    said: "An administrator has put you on record as a member of staff. Sign in with this email address.",
    leads: "sign_in",
  },
  roles: {
    subject: "Your roles have changed",
    said: "An administrator has changed what you may do.",
    leads: "sign_in",
  },
  deactivated: {
    subject: "You cannot sign in any more",
    said: "An administrator has deactivated your account. You are signed out everywhere.",
    leads: null,
  },
  brought_back: {
    subject: "You can sign in again",
    said: "An administrator has brought your account back.",
    leads: "sign_in",
  },
  sessions_ended: {
    subject: "You have been signed out",
    said: "An administrator has signed you out.",
    leads: "sign_in",
  },
  factor_added: {
    subject: "You have a new second factor",
    said: "A passkey or an authenticator app was added to your account. It is asked for when you sign in.",
    leads: "sign_ins",
  },
  factor_removed: {
    subject: "A second factor was removed",
    said: "A passkey or an authenticator app was removed from your account.",
    leads: "sign_ins",
  },
  factor_reset: {
    subject: "Your second factor was reset",
    said: "An administrator has removed your passkeys, your authenticator app and your recovery codes, and has signed you out. Sign in and set up new ones.",
    leads: "sign_in",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    said: "Somebody has signed in to your account with one of your recovery codes. It does not work again.",
    leads: "sign_ins",
  },
};

const LINKS = { sign_in: "Sign in", sign_ins: "See where you are signed in" } as const;

/** To a member of staff, whenever how they come in has changed. */
export const staff_access_changed = defineEmail({
  read: readStaffEmail,
  subject: ({ change }) => CHANGES[change].subject,
  preview: ({ change }) => CHANGES[change].said,
  Body: ({ first_name, change, roles, context, ...links }) => {
    const { said, leads } = CHANGES[change];
    return (
      <>
        <Greeting name={first_name} />
        <Paragraph>{said}</Paragraph>
        {change === "added" || change === "roles" || change === "brought_back" ? (
          <Paragraph>
            {roles.length > 0 ? `Your roles: ${roles.join(", ")}.` : "You have no role now."}
          </Paragraph>
        ) : null}
        {leads ? <LinkButton href={links[leads]}>{LINKS[leads]}</LinkButton> : null}
        <Paragraph>
          If you did not expect this, tell an administrator, or write to {context.support_email}, at
          once.
        </Paragraph>
      </>
    );
  },
});
