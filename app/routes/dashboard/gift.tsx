import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { firstTwoNames } from "#app/domain/shared/names.ts";
import { readGift } from "#app/domain/purchases/gifts.server.ts";
import { giftorCard, type GiftorFacts, giftorSteps } from "#app/domain/stages/giftor.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Milestones } from "#app/ui/milestones.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { CardFacts } from "#app/ui/stages.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { NextActionBadge } from "./next-action-card.tsx";

export const handle: PageHandle = {
  title: "Your gift",
  part: fromData("line_1"),
};

/** Shows a giftor their gift and tasks, and no other part of the matter (CU-4). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const gift = await readGift(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  const buyers = firstTwoNames(gift.buyers);
  const facts: GiftorFacts = { ...gift, buyers, today: londonDay(new Date()) };
  const card = giftorCard(facts);
  return {
    line_1: gift.line_1,
    address: addressLine(gift),
    buyers,
    buyers_term: gift.buyers.length === 1 ? "Buyer" : "Buyers",
    amount: formatPounds(gift.amount_pounds),
    law_firm: gift.law_firm,
    card,
    // The card above the steps already has this text.
    steps: giftorSteps(facts).map((step) =>
      step.detail === card.text ? { ...step, detail: "" } : step,
    ),
  };
}

export default function Gift() {
  const { line_1, address, buyers, buyers_term, amount, law_firm, card, steps } =
    useLoaderData<typeof loader>();
  return (
    <Page
      title={`Your gift towards ${line_1}`}
      lead={
        card.kind === "over"
          ? undefined
          : `You’re giving money to help ${buyers} buy this property.`
      }
      width="narrow"
      back={paths.welcomeBack()}
    >
      <div className="stack" data-gap="l">
        {card.kind === "over" ? (
          <Card title={card.title}>
            <p>{card.text}</p>
          </Card>
        ) : (
          <Card
            title={card.title}
            tone={card.kind === "yours" ? "next" : "plain"}
            badge={<NextActionBadge kind={card.kind} />}
          >
            <CardFacts due={card.due} current_holder={null} />
            <p>{card.text}</p>
          </Card>
        )}
        {steps.length > 0 ? (
          <section className="stack" aria-labelledby="steps">
            <h2 id="steps">Your steps</h2>
            <Milestones items={steps} />
          </section>
        ) : null}
        <SummaryList
          rows={[
            { term: "Property", description: address },
            { term: buyers_term, description: buyers },
            ...(law_firm ? [{ term: "Buyer’s solicitor", description: law_firm }] : []),
            { term: "Your gift", description: amount },
          ]}
        />
        <SupportContact />
      </div>
    </Page>
  );
}
