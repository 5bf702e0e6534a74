import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readBrowserHash, readSubmitId, setBrowserId } from "#app/auth/browser-id.server.ts";
import { consumeFirmLink, inspectFirmLink } from "#app/auth/firm-sessions.server.ts";
import { readFirm, requireFirmPlace } from "#app/auth/guards.server.ts";
import type { FirmPlace } from "#app/domain/firm-pages/acting-firm.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { privateHeaders } from "./headers.ts";

const TITLE = "Continue to your firm’s page";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

export const headers = privateHeaders;

const FORM = "firm-open";

/** Rate limit of opened links, per IP address, as for other sign-in links. */
const OPENED = { limit: 60, seconds: 600 };

/** Checks an emailed link without using it, because mail scanners open every link (AMB-B10). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = requireFirmPlace(params);
  await limitGuessing(request);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await inspectFirmLink(db, place, token);
  if (!link) return refuse(request, place);
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

/** Uses the link, and starts the firm’s session. */
export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireFirmPlace(params);
  await limitGuessing(request);
  const form = await readForm(request);
  const token = formText(form, "token");
  const formKey = formText(form, "form_key");
  const submit = await readSubmitId(request, {
    token,
    formKey: readIdempotencyKey(FORM, formKey) ? formKey : null,
  });
  const setCookie = await inTransaction(db, (trx) =>
    consumeFirmLink(trx, place, { token, session_id: submit?.session_id ?? null }),
  );
  if (setCookie === null) return refuse(request, place);
  return redirect(paths.firm.page(place.side, place.transaction_id), {
    status: 303,
    headers: { "Set-Cookie": setCookie },
  });
}

/** Leads to the email box; a person who is signed in, such as after a second click, to the page. */
async function refuse(request: Request, place: FirmPlace) {
  const { side, transaction_id } = place;
  const reader = await readFirm(request, place);
  return redirect(
    reader
      ? paths.firm.page(side, transaction_id)
      : paths.firm.signIn(side, transaction_id, { expired: true }),
    303,
  );
}

async function limitGuessing(request: Request) {
  const limit = await consumeLimit(db, { key: `firm-open:${clientIp(request)}`, ...OPENED });
  if (limit.ok) return;
  throw new Response(null, {
    status: 429,
    headers: { "Retry-After": String(limit.retryAfterSeconds) },
  });
}

export default function FirmOpen() {
  const { token, isSameBrowser, formKey } = useLoaderData<typeof loader>();
  const form = (
    <form method="post">
      <input type="hidden" name="form_key" value={formKey} />
      <input type="hidden" name="token" value={token} />
      <Button type="submit">Continue</Button>
    </form>
  );
  return (
    <Page
      title={TITLE}
      width="narrow"
      lead="Select Continue to open the page. This extra step stops email security scanners from using up your link."
    >
      {isSameBrowser ? <press-at-once>{form}</press-at-once> : form}
    </Page>
  );
}
