import { ConflictError } from "#app/domain/errors.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import {
  createReadyLink,
  listReadyLinks,
  revokeReadyLink,
} from "#app/domain/ready-links/ready-links.server.ts";
import { dayInWords } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import type { ReadyLinkRow } from "#app/ui/ready-links.tsx";
import { db, inTransaction } from "#db/connection.ts";

const formName = (transaction_id: string) => `ready-link ${transaction_id}`;

/**
 * Returns the links of a matter as text, and the key of the form that creates one.
 * @throws NotFoundError
 */
export async function readyLinksView(reader: Reader, transaction_id: string) {
  const links = await listReadyLinks(db, reader, transaction_id);
  return {
    form_key: newIdempotencyKey(formName(transaction_id)),
    links: links.map((link): ReadyLinkRow => {
      const { first_name, last_name, created_at, expires_at, opened_at } = link;
      const name = first_name && last_name ? fullName({ first_name, last_name }) : null;
      const by =
        link.source === "introduction"
          ? `Emailed to the estate agent by ${PRODUCT_NAME}`
          : `Created by ${name ?? PRODUCT_NAME}${name && link.source === "staff" ? ` at ${PRODUCT_NAME}` : ""}`;
      const opened = opened_at ? `Last opened on ${dayInWords(opened_at)}.` : "Not opened yet.";
      return {
        id: link.id,
        title: `${by} on ${dayInWords(created_at)}`,
        detail: `Works until ${dayInWords(expires_at)}. ${opened}`,
      };
    }),
  };
}

/**
 * Creates a link and returns its address, or turns one off and redirects to `here`.
 * @throws NotFoundError
 */
export async function respondToReadyLinks(
  request: Request,
  { reader, transaction_id, here }: { reader: Reader; transaction_id: string; here: string },
) {
  const form = await readForm(request);
  if (formText(form, "intent") === "revoke") {
    const link_id = formText(form, "link");
    await inTransaction(db, (trx) => revokeReadyLink(trx, reader, { transaction_id, link_id }));
    return redirectWithFlash(here, { kind: "success", title: "The link has been turned off" });
  }
  const post = {
    form: formName(transaction_id),
    key: formText(form, "form_key"),
    body: [reader.id, transaction_id],
  };
  try {
    const link = await withIdempotencyKey(db, post, (trx) =>
      createReadyLink(trx, reader, transaction_id),
    );
    if (link) return { address: siteUrl(paths.ready(link.id, { token: link.token })) };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return redirectWithFlash(here, { kind: "error", title: "No link was created. Try again" });
  }
  return redirectWithFlash(here, {
    kind: "info",
    title: "You’ve already created this link",
    description: "If you didn’t copy it, create a new one.",
  });
}
