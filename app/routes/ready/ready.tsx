import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readReadyLink } from "#app/auth/guards.server.ts";
import { readReadyHome } from "#app/domain/ready-links/read-ready-home.server.ts";
import { recordReadyVisit } from "#app/domain/ready-links/ready-links.server.ts";
import { describeReadyHome } from "#app/domain/ready-links/describe-ready-home.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { dayInWords, londonDay } from "#app/domain/shared/dates.ts";
import { clientIp, consumeLimit } from "#app/limits/limits.server.ts";
import { readCookieText } from "#app/platform/cookies.server.ts";
import { paths } from "#app/paths.ts";
import { Milestones } from "#app/ui/milestones.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { readyCookie } from "./ready-cookie.server.ts";
import { toMilestone } from "./ready-milestone.tsx";

const EXPIRED = "This link no longer works";

export const handle: PageHandle = {
  title: titleFromData(EXPIRED),
  part: fromData("line_1"),
  robots: "noindex, nofollow",
};

/** Rate limit of links that do not work, per IP address. */
const WRONG_LINKS = { limit: 20, seconds: 60 * 60 };

/** The page is private, and what it shows changes. */
export const headers: HeadersFunction = ({ loaderHeaders }) => ({
  "Cache-Control": "no-store",
  ...(loaderHeaders.has("Retry-After") && {
    "Retry-After": loaderHeaders.get("Retry-After") ?? "",
  }),
});

/**
 * Shows how ready a home is for a buyer, without names or phone numbers. The first visit exchanges
 * the link’s token for a cookie, so that the token does not stay in the address bar.
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  const cookie = readyCookie(id);
  const link = await readReadyLink({
    id,
    token: token ?? (await readCookieText(request, cookie)) ?? "",
  });
  if (!link) return notShown(request);
  if (token) {
    const headers = { "Set-Cookie": await cookie.serialize(token) };
    throw redirect(paths.ready(id), { headers });
  }
  // Programs that scan emails open the link too, but rarely return with its cookie.
  await recordReadyVisit(db, id);
  const { address, searches, ...facts } = await readReadyHome(db, link.reader);
  const home = describeReadyHome(
    { ...facts, search_count: searches.ordered },
    londonDay(new Date()),
  );
  return data({
    title: home.title,
    line_1: address.line_1,
    home: { ...home, address: addressLine(address) },
    expires_on: dayInWords(link.expires_at),
  });
}

async function notShown(request: Request) {
  const consumed = await consumeLimit(db, { key: `ready:${clientIp(request)}`, ...WRONG_LINKS });
  const shown = { title: EXPIRED, line_1: "", home: null, expires_on: "" };
  if (consumed.ok) return data(shown, { status: 404 });
  const headers = { "Retry-After": String(consumed.retryAfterSeconds) };
  return data(shown, { status: 429, headers });
}

export default function Ready() {
  const { home, expires_on } = useLoaderData<typeof loader>();
  if (!home) {
    return (
      <Page title={EXPIRED} width="narrow">
        <p>
          The link has expired or has been turned off. Ask the person who sent it to you for a new
          one.
        </p>
        <SupportContact />
      </Page>
    );
  }
  return (
    <Page title={home.title} lead={home.address} width="narrow">
      <div className="stack" data-gap="l">
        <p>{home.text}</p>
        {home.rows.length > 0 ? (
          <section className="stack" aria-labelledby="parts">
            <h2 id="parts">What’s ready</h2>
            <Milestones items={home.rows.map(toMilestone)} />
          </section>
        ) : null}
        <p className="hint">
          This page is up to date whenever you open it. It shows no names or phone numbers. Your
          link works until {expires_on}.
        </p>
        <SupportContact />
      </div>
    </Page>
  );
}
