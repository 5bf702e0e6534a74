import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { safePath } from "#app/auth/guards.server.ts";
import {
  consumeLink,
  inspectLink,
  recordRefusedLink,
  readInvitation,
  readLinkQuery,
  type LinkQuery,
} from "#app/auth/open-link.server.ts";
import { setBrowserId } from "#app/auth/browser-id.server.ts";
import {
  readCodeOfInvitation,
  readCodeOffer,
} from "#app/domain/invitations/referral-codes.server.ts";
import { expireLapsedInvitation } from "#app/domain/invitations/invitations.server.ts";
import { newIdempotencyKey, readIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { InvitedOffer } from "../onboarding/welcome-page.tsx";

const TITLE = "Continue to your account";

export const handle: PageHandle = {
  title: TITLE,
  robots: "noindex, nofollow",
};

/** The response must not be cached, because it contains a token. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FORM = "authenticate";

async function refused(link: LinkQuery) {
  await nullIfFailed(recordRefusedLink(db, link), { what: "writing down a refused sign-in" });
  return expired(link.inv);
}

/** Redirects to the page for expired links. Invitations have their own page (B-073 to B-075). */
async function expired(inv: string | null) {
  if (!inv) return redirect(paths.linkExpired(), { status: 303 });
  await expireLapsedInvitation(db, inv);
  return redirect(paths.invitationLinkExpired(), { status: 303 });
}

/** Limits how often someone can guess a link. This does not affect people who click one. */
async function limitGuessing(request: Request) {
  const limit = await consumeLimit(db, {
    key: `authenticate:${clientIp(request)}`,
    limit: 60,
    seconds: 600,
  });
  if (limit.ok) return;
  throw new Response(null, {
    status: 429,
    headers: { "Retry-After": String(limit.retryAfterSeconds) },
  });
}

/**
 * Checks the link in an email without using it up, because mail scanners open every link (AMB-B10).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await limitGuessing(request);
  const query = new URL(request.url).searchParams;
  const link = readLinkQuery(query);
  if (!link) return expired(readInvitation(query));
  const state = await inspectLink(db, request, link);
  if (state.kind === "bad") return refused(link);
  if (state.kind === "just-used") return redirect(state.location, { status: 303 });
  const { sameBrowser, redirectTo } = state;
  const setCookie = await setBrowserId(request);
  const code = link.inv ? await readCodeOfInvitation(db, { token: link.inv }) : null;
  const offer = await readCodeOffer(db, code);
  return data(
    { link, sameBrowser, redirectTo, offer, formKey: newIdempotencyKey(FORM) },
    setCookie ? { headers: { "Set-Cookie": setCookie } } : undefined,
  );
}

export async function action({ request }: ActionFunctionArgs) {
  await limitGuessing(request);
  const form = await readForm(request);
  const link = readLinkQuery(form);
  if (!link) return expired(readInvitation(form));
  const formKey = formText(form, "form_key");
  const opened = await consumeLink(db, request, link, {
    formKey: readIdempotencyKey(FORM, formKey) ? formKey : null,
    redirectTo: safePath(formText(form, "redirect_to")),
  });
  if (!opened) return refused(link);
  return redirect(opened.location, { status: 303, headers: { "Set-Cookie": opened.setCookie } });
}

export default function Authenticate() {
  const { link, sameBrowser, redirectTo, offer, formKey } = useLoaderData<typeof loader>();
  const form = (
    <form method="post" action={paths.authenticate()}>
      <input type="hidden" name="form_key" value={formKey} />
      <LinkFields link={link} />
      {redirectTo ? <input type="hidden" name="redirect_to" value={redirectTo} /> : null}
      <Button type="submit">Continue</Button>
    </form>
  );
  return (
    <Page
      title={TITLE}
      width="narrow"
      lead="Select Continue to sign in. This extra step stops email security scanners from using up your link."
    >
      {offer ? <InvitedOffer {...offer} /> : null}
      {sameBrowser ? <press-at-once>{form}</press-at-once> : form}
    </Page>
  );
}

function LinkFields({ link }: { link: LinkQuery }) {
  return (
    <>
      <input type="hidden" name="token" value={link.token} />
      {link.type ? <input type="hidden" name="type" value={link.type} /> : null}
      {link.role ? <input type="hidden" name="role" value={link.role} /> : null}
      {link.inv ? <input type="hidden" name="inv" value={link.inv} /> : null}
    </>
  );
}
