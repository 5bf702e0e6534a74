import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { READY_LINK_DAYS } from "#app/domain/ready-links/ready-links.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { ReadyLinks } from "#app/ui/ready-links.tsx";
import { db } from "#db/connection.ts";
import { readyLinksView, respondToReadyLinks } from "../ready/ready-links.server.ts";

const TITLE = "Share what’s ready";

export const handle: PageHandle = { title: TITLE, part: fromData("line_1") };

/** The response must not be cached, because it contains the link. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Lists the links with which a seller, or a co-seller, shares how ready the home is. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const sale = await readSellerDashboard(db, { id, reader }).catch(asErrorPage);
  return {
    id: sale.id,
    line_1: sale.address.line_1,
    home: addressLine(sale.address),
    days: READY_LINK_DAYS,
    is_own: reader.type === "customer",
    ...(await readyLinksView(reader, id).catch(asErrorPage)),
  };
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const reader = await requireCustomer(request);
  // Staff create links in the back office, in their own name.
  if (reader.type !== "customer") return asErrorPage(transactionNotFound());
  const here = paths.dashboard.readyLinks(id);
  return respondToReadyLinks(request, { reader, transaction_id: id, here }).catch(asErrorPage);
}

export default function Share() {
  const { id, home, days, is_own, ...links } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  return (
    <Page title={TITLE} lead={home} width="narrow" back={paths.dashboard.sell(id)}>
      <div className="stack" data-gap="l">
        <p>Create a link for your estate agent, or for anyone who asks how far you are.</p>
        <p>
          Anyone with the link can see your address, which parts of the legal work are done, and
          when. They can’t see names, phone numbers or documents. Once you have a buyer, they will
          see that you have one, but not who it is. A link works for up to {days} days. It will stop
          earlier if you turn it off or your estate agent is replaced.
        </p>
        <p>If you create a link, copy it and send it yourself.</p>
        <ReadyLinks {...links} canChange={is_own} address={made?.address} />
        <SupportContact />
      </div>
    </Page>
  );
}
