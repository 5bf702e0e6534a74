import type { LetterContact } from "#app/domain/handlers/contact.ts";
import { withNumbers } from "#app/domain/transactions/matter-number.ts";
import { company } from "#app/platform/company.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { isForFirm, isForStaff } from "./audiences.ts";
import type { EmailName, EmailProps } from "./index.server.ts";

/** Rendered email for Postmark. `text` has the same content as `html`. */
export type RenderedEmail = {
  subject: string;
  html: string;
  text: string;
  from_name?: string;
  reply_to?: string;
  cc?: readonly string[];
  unsubscribe?: string;
  thread?: readonly string[];
};

async function importParts() {
  const [{ emails }, { renderHtmlAndText: writeLetter }] = await Promise.all([
    import("./index.server.ts"),
    import("./layout.tsx"),
  ]);
  return { emails, writeLetter };
}

let loading: ReturnType<typeof importParts> | undefined;

/**
 * Renders an email. Its links start with APP_URL, and it loads no images, fonts or styles from a
 * server.
 */
export async function renderEmail<Name extends EmailName>(
  name: Name,
  props: EmailProps[Name],
  matter: LetterContact | null = null,
): Promise<RenderedEmail> {
  loading ??= importParts();
  const { emails, writeLetter } = await loading;
  const context = {
    home: siteUrl(paths.home()),
    sign_up: siteUrl(paths.signUp()),
    support_email: env.SUPPORT_EMAIL,
    company,
    matter: isForStaff(name) ? null : matter,
  };
  const email = writeLetter<EmailProps[Name]>(emails[name], props, context);
  return matter && isForFirm(name)
    ? { ...email, subject: withNumbers(email.subject, matter.numbers) }
    : email;
}
