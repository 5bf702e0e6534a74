import type { EmailFile } from "#app/clients/postmark.server.ts";
import type { AcceptedTerms } from "#app/domain/terms/accepted-terms.server.ts";
import type { EmailProps } from "#app/emails/index.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { QueuedEmailName } from "#app/queue/emails.ts";

/** What goes along with an email, made of what it says. */
const writers: {
  [Name in QueuedEmailName]?: (contents: EmailProps[Name]) => Promise<EmailFile[]>;
} = {
  seller_terms_accepted: termsAsPdf,
  buyer_terms_accepted: termsAsPdf,
};

/** Writes the files of an email; most have none. */
export async function writeFiles<Name extends QueuedEmailName>(
  name: Name,
  contents: EmailProps[Name],
): Promise<EmailFile[]> {
  return (await writers[name]?.(contents)) ?? [];
}

async function termsAsPdf(accepted: AcceptedTerms): Promise<EmailFile[]> {
  // Loaded when the first one is written: what draws PDFs is no part of the worker's start.
  const { renderTerms } = await import("#app/pdf/terms.server.tsx");
  const content = await renderTerms(accepted);
  return [
    { name: `${PRODUCT_NAME} terms of your ${accepted.act}.pdf`, type: "application/pdf", content },
  ];
}
