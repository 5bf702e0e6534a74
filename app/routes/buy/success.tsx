import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { BuyerNextSteps } from "../dashboard/next-steps.tsx";
import { matterIdInUrl, notFound, requireBuyer } from "../onboarding/open-step.server.ts";
import { resumePurchasePath } from "./open-purchase.server.ts";

export const handle: PageHandle = {
  title: "You're all set",
  part: "buying",
};

/** Returns the complete purchase. If it is not complete, redirects to its next step (AMB-D13). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id: buyer_id } = await requireBuyer(request);
  const id = matterIdInUrl(request, "buy");
  if (id === null) throw redirect(paths.welcomeBack());
  if (!isObjectId(id)) throw notFound();
  const purchase = await readPurchase(db, { id, buyer_id }).catch(asErrorPage);
  if (!purchase.complete) throw redirect(resumePurchasePath(purchase));
  return { transaction_id: purchase.transaction_id };
}

export default function Success() {
  const { transaction_id } = useLoaderData<typeof loader>();
  return (
    <Page
      title="You're all set"
      width="narrow"
      lead="We have everything we need to start. We’ve emailed you the next steps."
    >
      <div className="stack" data-gap="l">
        <BuyerNextSteps />
        <p>
          <ButtonLink to={paths.dashboard.buy(transaction_id)}>View your purchase</ButtonLink>
        </p>
      </div>
    </Page>
  );
}
