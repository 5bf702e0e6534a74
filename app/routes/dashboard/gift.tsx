import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { firstTwoNames } from "#app/domain/fields/names.ts";
import { readGift } from "#app/domain/purchases/gifts.server.ts";
import { giverCard } from "#app/domain/stages/own-check.ts";
import { asErrorPage } from "#app/edge/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Page, Stuck } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { CardFacts } from "#app/ui/stages.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { TurnBadge } from "./dashboard-page.tsx";

export const handle: PageHandle = {
  title: "Your gift",
  part: fromData("line_1"),
  kind: "comfort",
};

/** What somebody gives towards a purchase, and their own check; nothing else of the matter is theirs (24). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const gift = await readGift(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  return {
    line_1: gift.line_1,
    address: addressLine(gift),
    buyers: firstTwoNames(gift.buyers),
    buyers_term: gift.buyers.length === 1 ? "Buyer" : "Buyers",
    amount: formatPounds(gift.amount_pounds),
    card: giverCard(gift.check),
    is_over: gift.is_over,
  };
}

export default function Gift() {
  const { line_1, address, buyers, buyers_term, amount, card, is_over } =
    useLoaderData<typeof loader>();
  return (
    <Page
      title={`Your gift towards ${line_1}`}
      lead={`You’re giving money to help ${buyers} buy this property.`}
      width="narrow"
      back={paths.welcomeBack()}
    >
      <div className="stack" data-gap="l">
        {is_over ? (
          <Card title="You don’t need to do anything else">
            <p>You can come back to this page at any time.</p>
          </Card>
        ) : (
          <Card
            title={card.title}
            tone={card.turn === "yours" ? "next" : "plain"}
            badge={<TurnBadge turn={card.turn} />}
          >
            <CardFacts due={card.due} who={null} />
            <p>{card.text}</p>
          </Card>
        )}
        <SummaryList
          rows={[
            { term: "Property", description: address },
            { term: buyers_term, description: buyers },
            { term: "Your gift", description: amount },
          ]}
        />
        <Stuck />
      </div>
    </Page>
  );
}
