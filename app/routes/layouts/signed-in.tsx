import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { requireCustomer, requireSignedIn } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { currentOfficeName } from "#app/domain/estate-agents/agent-queries.server.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { ErrorContent, ErrorPage, toProperties } from "#app/ui/error-page.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SignedInFrame, SignedInLayout } from "#app/ui/signed-in-layout.tsx";
import { db } from "#db/connection.ts";
import { matterIdInUrl, requireBuyer, requireSeller } from "../onboarding/open-step.server.ts";

export const handle: LayoutHandle = { robots: "noindex, nofollow" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  // The onboarding of each role redirects to that role’s own sign-up page (AMB-C14). This layout
  // must redirect to the same page.
  const { pathname } = new URL(request.url);
  const require = pathname.startsWith("/sell/")
    ? requireSeller
    : pathname.startsWith("/buy/")
      ? requireBuyer
      : requireSignedIn;
  const user = await require(request);
  const { first_name, last_name, type } = user;
  return {
    user: { first_name, last_name, type },
    reader: user.id,
    officeName:
      type === "customer"
        ? await readOfficeName(
            await requireCustomer(request),
            params.id ?? matterIdInUrl(request, "sell") ?? undefined,
          )
        : null,
  };
}

/**
 * Returns the name of the office that invited the customer. Returns null if it can’t be read,
 * because the page works without it.
 */
async function readOfficeName(
  { id, invited }: SignedIn & Reader,
  transaction_id: string | undefined,
) {
  if (!invited) return null;
  const what = "reading the name of an office";
  return nullIfFailed(currentOfficeName(db, { user_id: id, transaction_id }), { what });
}

export default function SignedInPages() {
  return <SignedInLayout {...useLoaderData<typeof loader>()} />;
}

/** Shows errors inside the customers’ layout (AMB-A13). */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/layouts/signed-in");
  if (!frame) return <ErrorPage error={error} />;
  return (
    <SignedInFrame {...frame}>
      <ErrorContent error={error} home={toProperties} />
    </SignedInFrame>
  );
}
