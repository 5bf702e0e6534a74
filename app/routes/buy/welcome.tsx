import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { updateOnboarding } from "#app/auth/session.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";

export const handle: PageHandle = { title: "Buy a home" };

export async function loader({ request }: LoaderFunctionArgs) {
  const { first_name } = await requireCustomer(request);
  return { first_name };
}

/** "Purchase a property" on /welcome-back: a new purchase, whatever was being worked on (F-016, AMB-A07). */
export async function action({ request }: ActionFunctionArgs) {
  const buyer = await requireCustomer(request);
  const { invitationId } = buyer.onboarding;
  await updateOnboarding(db, buyer.session_id, { intent: "buy", invitationId });
  return redirect(paths.buy.welcome(), { status: 303 });
}

export default function Welcome() {
  const { first_name } = useLoaderData<typeof loader>();
  return (
    <Page title={`Welcome, ${first_name}`} back={paths.welcomeBack()} width="narrow">
      <h2>What you will need</h2>
      <ul className="ticks">
        <li>your mobile number, and the address we can write to</li>
        <li>the postcode of the property you are buying, and the price you have agreed</li>
        <li>names, emails and mobile numbers of anyone who buys with you</li>
        <li>where the money comes from: savings, a gift, a mortgage and its lender</li>
      </ul>
    </Page>
  );
}
