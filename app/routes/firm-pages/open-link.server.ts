import { data, redirect } from "@remix-run/node";
import { readBrowserHash, readSubmitId, setBrowserId } from "#app/auth/browser-id.server.ts";
import {
  consumeFirmLink,
  inspectFirmLink,
  type PagePlace,
} from "#app/auth/firm-sessions.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { db, inTransaction } from "#db/connection.ts";

const FORM = "firm-open";

/** Rate limit of opened links, per IP address, as for other sign-in links. */
const OPENED = { limit: 60, seconds: 600 };

/** A private page, with the URLs to which its sign-in link leads. */
type LinkedPage = {
  place: PagePlace;
  page: string;
  /** The email box, which says that the link has expired. */
  expired: string;
  isSignedIn: () => Promise<boolean>;
};

/** Checks an emailed link without using it, because mail scanners open every link (AMB-B10). */
export async function showLink(request: Request, linked: LinkedPage) {
  await limitGuessing(request);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await inspectFirmLink(db, linked.place, token);
  if (!link) throw await refuse(linked);
  const browser = await readBrowserHash(request);
  const setCookie = await setBrowserId(request);
  return data(
    {
      token,
      isSameBrowser: browser !== null && browser === link.requested_by,
      formKey: newIdempotencyKey(FORM),
    },
    setCookie ? { headers: { "Set-Cookie": setCookie } } : undefined,
  );
}

/** Uses the link, starts the session and opens the page. */
export async function openLink(request: Request, linked: LinkedPage) {
  await limitGuessing(request);
  const form = await readForm(request);
  const token = formText(form, "token");
  const formKey = formText(form, "form_key");
  const submit = await readSubmitId(request, {
    token,
    formKey: readIdempotencyKey(FORM, formKey) ? formKey : null,
  });
  const setCookie = await inTransaction(db, (trx) =>
    consumeFirmLink(trx, linked.place, { token, session_id: submit?.session_id ?? null }),
  );
  if (setCookie === null) return refuse(linked);
  return redirect(linked.page, { status: 303, headers: { "Set-Cookie": setCookie } });
}

/** Leads to the email box; a person who is signed in, such as after a second click, to the page. */
async function refuse({ isSignedIn, page, expired }: LinkedPage) {
  return redirect((await isSignedIn()) ? page : expired, 303);
}

async function limitGuessing(request: Request) {
  const limit = await consumeLimit(db, { key: `firm-open:${clientIp(request)}`, ...OPENED });
  if (limit.ok) return;
  throw new Response(null, {
    status: 429,
    headers: { "Retry-After": String(limit.retryAfterSeconds) },
  });
}
