import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { markOwner } from "#app/auth/stash.server.ts";
import { officeOfMatter } from "#app/domain/estate-agents/office-of-matter.server.ts";
import { report } from "#app/http/report.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SignedInLayout } from "#app/ui/signed-in-layout.tsx";
import { db } from "#db/connection.ts";
import { requireBuyer, requireSeller } from "../onboarding/require.server.ts";

export const handle: LayoutHandle = { robots: "noindex, nofollow" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  // The steps of onboarding send a stranger to their own entry (AMB-C14), and their layout does not say otherwise.
  const { pathname } = new URL(request.url);
  const require = pathname.startsWith("/sell/")
    ? requireSeller
    : pathname.startsWith("/buy/")
      ? requireBuyer
      : requireCustomer;
  const user = await require(request);
  const { first_name, last_name, type } = user;
  return {
    user: { first_name, last_name, type },
    owner: markOwner(user.id),
    officeName: await officeNameOf(user, params.id),
  };
}

/** Shown to those who came by invitation. The name is an ornament: no page fails for the want of it. */
async function officeNameOf({ id, invited, onboarding }: SignedIn, opened: string | undefined) {
  if (!invited) return null;
  const transaction_id = opened ?? onboarding.transactionId;
  return officeOfMatter(db, { user_id: id, transaction_id }).catch((error: unknown) => {
    report(error, { what: "reading the name of an office" });
    return null;
  });
}

export default function SignedInPages() {
  return <SignedInLayout {...useLoaderData<typeof loader>()} />;
}
