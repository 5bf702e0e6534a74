import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { listMatterPurchases } from "#app/domain/purchases/list-matter-purchases.server.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tab.tsx";
import { BuyerFoundCard } from "./buyer-found-card.tsx";
import { PurchaseCard } from "./purchase-card.tsx";
import { buyerFoundView, purchaseView } from "./view.ts";

export const handle: LayoutHandle = { part: "Buyers" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }) => {
    const [purchases, found] = await Promise.all([
      listMatterPurchases(db, id),
      readBuyerFound(db, id),
    ]);
    return {
      purchases: purchases.map((purchase) => purchaseView(purchase)),
      buyer_found: buyerFoundView(found),
    };
  });
}

/** Who wants to buy (K-012, K-046 to K-082). */
export default function BuyersTab() {
  const { id = "" } = useParams();
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ purchases, buyer_found }) => (
        <div className="stack">
          {purchases.map((purchase, index) => (
            <PurchaseCard
              key={purchase.id}
              transactionId={id}
              purchase={purchase}
              open={index === 0}
            />
          ))}
          {purchases.length === 0 ? <p>There are no buyers yet.</p> : null}
          <BuyerFoundCard transactionId={id} found={buyer_found} />
        </div>
      )}
    </Tab>
  );
}
