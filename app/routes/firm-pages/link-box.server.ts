import { data } from "@remix-run/node";
import { setBrowserId } from "#app/auth/browser-id.server.ts";
import type { PagePlace } from "#app/auth/firm-sessions.server.ts";
import { FirmSignInForm } from "#app/auth/forms.server.ts";
import { requestFirmLink } from "#app/auth/request-firm-link.server.ts";
import { readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { db } from "#db/connection.ts";
import { respondToLinkForm } from "../sign-in/respond-to-link-request.server.ts";
import { readBotFields } from "../sign-in/visitor-page.server.ts";
import { BOX_TITLES } from "./link-box.tsx";

const TEXTS = {
  failed: "We couldn’t send the email. Try again later.",
  tooMany: errorTexts["too-many"],
};

/**
 * Returns what the email box of a private page shows. It is the same for every page and for an
 * address that has none, so that it reveals nothing.
 * @param page.title title before a link is requested
 */
export async function readLinkBox(
  request: Request,
  { title, here }: { title: string; here: string },
) {
  const { searchParams } = new URL(request.url);
  const sent = searchParams.get("sent") === "true";
  const expired = searchParams.get("expired") === "true";
  const setCookie = await setBrowserId(request);
  return data(
    {
      title: sent ? BOX_TITLES.sent : expired ? BOX_TITLES.expired : title,
      part: sent ? "opening your page" : "",
      here,
      sent,
      expired,
      isEmailPaused: sent && (await readRestoration(db)) !== null,
      formKey: newIdempotencyKey("firm-sign-in"),
      ...(await readBotFields(request)),
    },
    setCookie ? { headers: { "Set-Cookie": setCookie } } : undefined,
  );
}

/** Emails a link to a person of the page, and answers everyone in the same words. */
export function answerLinkBox(
  request: Request,
  { place, here }: { place: PagePlace; here: string },
) {
  return respondToLinkForm(request, {
    form: "firm-sign-in",
    page: here,
    texts: TEXTS,
    schema: FirmSignInForm,
    ask: ({ email }, { formKey, proven }) =>
      requestFirmLink(db, request, { place, email, formKey, proven }),
  });
}
