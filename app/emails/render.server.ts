import { company } from "#app/company.server.ts";
import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/site-url.server.ts";
import { emails, type EmailName, type EmailProps } from "./index.ts";

/** An email as Postmark takes it. `text` says all that `html` does. */
export type RenderedEmail = {
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  cc?: readonly string[];
  unsubscribe?: string;
};

/** Writes an email. Its links begin with APP_URL, and it loads nothing from anywhere. */
export async function renderEmail<Name extends EmailName>(
  name: Name,
  props: EmailProps[Name],
): Promise<RenderedEmail> {
  const [email, { writeLetter }] = await Promise.all([emails[name](), import("./letter.tsx")]);
  const context = {
    home: siteUrl(paths.home()),
    sign_up: siteUrl(paths.signUp()),
    support_email: env.SUPPORT_EMAIL,
    company,
  };
  return writeLetter(email, props, context);
}
