import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { useId } from "react";
import { referralFeeText } from "#app/domain/assignments/referral-fee.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { fundingText } from "#app/domain/shared/funding.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { readAgreement } from "#app/domain/agreements/agreements.server.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import { plainText, plainTexts } from "#app/domain/shared/questions.ts";
import { PEOPLE_LOCKED } from "#app/domain/participants/edit-locked.ts";
import { type BuyerFound, readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import {
  listMatterPurchases,
  type MatterPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { PURCHASE_QUESTIONS, STAFF_WORDS } from "#app/domain/purchases/questions.ts";
import {
  readContactHistory,
  type ContactHistory,
} from "#app/domain/people/notification-history.server.ts";
import {
  PURCHASE_DATE_LABELS,
  PURCHASE_DATES,
  significantDateText,
} from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { ActionLink } from "../actions/action-link.tsx";
import { BuyerLinks } from "../actions/buyer-links.tsx";
import { lastSentText } from "../email-recipients.tsx";
import { BUYER_FOUND_FAILURE } from "../failures.ts";
import { openTab } from "../open-transaction.server.ts";
import { PeopleTable, personView } from "../people-table.tsx";
import { Tab } from "../tabs.tsx";

export const handle: LayoutHandle = { part: "Buyers" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id }, reader) => {
    const [purchases, found, agreement] = await Promise.all([
      listMatterPurchases(db, reader, id),
      readBuyerFound(db, reader, id),
      readAgreement(db, reader, id),
    ]);
    const people = purchases.flatMap(({ buyers, giftors }) => [...buyers, ...giftors]);
    const histories = await readContactHistory(db, reader, id, people);
    return {
      purchases: purchases.map((purchase) => purchaseView(purchase, histories)),
      buyer_found: buyerFoundView(found),
      agreement: agreement && agreementView(agreement),
    };
  });
}

/** Renders the purchases of a matter (K-012, K-046 to K-082). */
export default function BuyersTab() {
  const { id = "" } = useParams();
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ purchases, buyer_found, agreement }) => (
        <div className="stack">
          <BuyerLinks
            id={id}
            has_active={purchases.some(({ active }) => active)}
            has_released={purchases.some(({ released }) => released)}
            has_agreement={agreement !== null}
          />
          {agreement ? (
            <Card title={`Sale agreed with ${agreement.name}`}>
              <p>
                {agreement.price}
                {agreement.day ? `, by the memorandum of ${agreement.day}` : null}. {agreement.next}
              </p>
            </Card>
          ) : null}
          {purchases.map((purchase, index) => (
            <PurchaseCard
              key={purchase.id}
              transactionId={id}
              purchase={purchase}
              open={index === 0}
              canCorrect={index === 0}
            />
          ))}
          {purchases.length === 0 ? <p>No buyers yet.</p> : null}
          <BuyerFoundCard transactionId={id} found={buyer_found} />
        </div>
      )}
    </Tab>
  );
}

/**
 * Renders the card of the “buyer found” email, if there is someone to send it to (K-077, K-078).
 */
function BuyerFoundCard({
  transactionId,
  found: { refusal, last_sent, failed },
}: {
  transactionId: string;
  found: BuyerFoundView;
}) {
  return (
    <Card title="Buyer Found Notification">
      <p>
        This emails the buyer’s name and the agreed price to the assigned solicitors and the estate
        agent.
      </p>
      {failed.length > 0 ? (
        <Notification kind="error" title={BUYER_FOUND_FAILURE}>
          <p>The email did not reach {failed.join(", ")}.</p>
        </Notification>
      ) : null}
      <p className="hint">{last_sent}</p>
      <div>
        <DialogLink
          needs="handle"
          id="send-buyer-found"
          to={paths.admin.buyerFound(transactionId)}
          refusal={refusal}
        >
          Send buyer found email
        </DialogLink>
      </div>
    </Card>
  );
}

/** Renders a purchase (K-046 to K-061). Only the active purchase is expanded. */
function PurchaseCard({
  transactionId,
  purchase,
  open,
  canCorrect,
}: {
  transactionId: string;
  purchase: PurchaseView;
  open: boolean;
  /** True for the purchase that actions on the matter are about. */
  canCorrect: boolean;
}) {
  const { id, title, active, can_activate, names, price, day } = purchase;
  const heading = useId();
  return (
    <section
      className="card purchase"
      data-tone={active ? "next" : "plain"}
      aria-labelledby={heading}
    >
      <details open={open}>
        <summary>
          <ChevronRight />
          <h2 id={heading}>
            <span className="cluster">
              {title}
              {active ? <Badge tone="done">Active</Badge> : <Badge>Inactive</Badge>}
            </span>
          </h2>
          <span className="purchase-line">
            <span>{names}</span> <span>{price}</span> <span className="hint">{day}</span>
          </span>
        </summary>
        <div className="stack">
          <SignificantDates transactionId={transactionId} purchase={purchase} />
          <SummaryList layout="grid" rows={purchase.facts} />
          {canCorrect ? (
            <div className="cluster">
              <ActionLink id={transactionId} kind="correct_lender">
                Correct the mortgage
              </ActionLink>
              <ActionLink id={transactionId} kind="correct_postal_address">
                Correct a postal address
              </ActionLink>
              <DialogLink
                needs="handle"
                id="referral-fee"
                to={paths.admin.referralFee.buyer(transactionId, id)}
                what={`for ${title}`}
              >
                Edit referral fee
              </DialogLink>
            </div>
          ) : null}
          <People transactionId={transactionId} purchase={purchase} />
        </div>
      </details>
      {can_activate ? (
        <DialogLink
          needs="handle"
          id={`activate-${id}`}
          to={paths.admin.activatePurchase(transactionId, id)}
          what={title}
        >
          Activate
        </DialogLink>
      ) : null}
    </section>
  );
}

function SignificantDates({
  transactionId,
  purchase: { id, title, dates },
}: {
  transactionId: string;
  purchase: PurchaseView;
}) {
  return (
    <div className="purchase-dates">
      <h3>
        Significant Dates<span className="vh"> for {title}</span>
      </h3>
      <SummaryList layout="grid" rows={dates} />
      <DialogLink
        needs="handle"
        id={`dates-${id}`}
        to={paths.admin.significantDates(transactionId, id)}
        what={`significant dates for ${title}`}
      >
        Edit
      </DialogLink>
    </div>
  );
}

function People({
  transactionId,
  purchase: { id: purchaseId, title, complete, buyers, giftors },
}: {
  transactionId: string;
  purchase: PurchaseView;
}) {
  const correct = (id: string) => paths.admin.correctPerson(transactionId, "buyers", id);
  const remove = (id: string) =>
    complete ? paths.admin.removePerson(transactionId, "buyers", id) : null;
  return (
    <>
      <h3>
        Buyers<span className="vh"> for {title}</span>
      </h3>
      <PeopleTable
        caption={`Buyers for ${title}`}
        people={buyers.map((buyer) => ({
          ...buyer,
          correct: buyer.primary ? paths.admin.correctUser(buyer.id) : correct(buyer.id),
          remove: buyer.primary ? null : remove(buyer.id),
        }))}
        columns={[
          {
            key: "capacity",
            title: "Capacity",
            cell: ({ primary }) => (primary ? "Primary" : "Additional"),
          },
        ]}
      />
      {giftors.length > 0 ? (
        <>
          <h3>
            Giftors<span className="vh"> for {title}</span>
          </h3>
          <PeopleTable
            caption={`Giftors for ${title}`}
            people={giftors.map((giftor) => ({
              ...giftor,
              correct: correct(giftor.id),
              remove: remove(giftor.id),
            }))}
            columns={[
              { key: "amount", title: "Amount", cell: ({ amount }) => amount, align: "end" },
              { key: "relationship", title: "Relationship", cell: (giftor) => giftor.relationship },
            ]}
          />
        </>
      ) : null}
      <div className="cluster">
        {(["buyer", "giftor"] as const).map((kind) => (
          <DialogLink
            key={kind}
            needs="handle"
            id={`add-${kind}-${purchaseId}`}
            to={paths.admin.addToPurchase(transactionId, purchaseId, kind)}
            what={`to ${title}`}
            refusal={complete ? null : PEOPLE_LOCKED.purchase}
          >
            {kind === "buyer" ? "Add buyer" : "Add giftor"}
          </DialogLink>
        ))}
      </div>
    </>
  );
}

type PurchaseView = ReturnType<typeof purchaseView>;
type BuyerFoundView = ReturnType<typeof buyerFoundView>;

/** Maps a purchase to its card (K-047 to K-061, K-071). */
function purchaseView(purchase: MatterPurchase, histories: ReadonlyMap<string, ContactHistory>) {
  return {
    id: purchase.id,
    title: `Purchase Intent ${purchase.number}`,
    active: purchase.is_active,
    released: purchase.released_on !== null,
    can_activate: purchase.can_activate,
    complete: purchase.complete,
    names: fullNames(purchase.buyers),
    price: formatPounds(purchase.agreed_price_pounds),
    day: `Since ${adminDate(purchase.created_at)}`,
    facts: facts(purchase),
    dates: PURCHASE_DATES.map((name) => ({
      term: PURCHASE_DATE_LABELS[name],
      description: significantDateText(purchase[name]),
    })),
    buyers: purchase.buyers.map((buyer) => ({
      ...personView(buyer, histories),
      primary: buyer.primary_customer,
    })),
    giftors: purchase.giftors.map((giftor) => ({
      ...personView(giftor, histories),
      amount: formatPounds(giftor.amount_pounds),
      relationship: giftor.relationship,
    })),
  };
}

type Agreement = NonNullable<Awaited<ReturnType<typeof readAgreement>>>;

/** Maps a sale that was agreed with a buyer who has not finished signing up. */
function agreementView({ agreed_price_pounds, memorandum_on, ...agreement }: Agreement) {
  const status = agreement.invitation_status;
  return {
    name: fullName(agreement),
    price: formatPounds(agreed_price_pounds),
    day: memorandum_on && adminDate(memorandum_on),
    next:
      status === "expired"
        ? "The buyer’s invitation has expired. Send it again from Invitations."
        : "The buyer hasn’t finished signing up yet.",
  };
}

function facts(purchase: MatterPurchase) {
  const texts: Record<string, string> = {
    ...plainTexts(PURCHASE_QUESTIONS, purchase, plainText),
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: fundingText(purchase),
    other_funding_comments: purchase.other_funding_comments || "None",
    ownership_type: purchase.ownership_type,
  } satisfies Record<keyof typeof STAFF_WORDS, string>;
  return [
    ...Object.entries(STAFF_WORDS).map(([name, term]) => ({
      term,
      description: texts[name] ?? "",
    })),
    { term: "Mortgage broker", description: purchase.mortgage_broker ?? "Not known" },
    { term: "Referral fee", description: referralFeeText(purchase) ?? "Not known" },
    { term: "Terms accepted", description: termsText(purchase.terms_accepted_at) },
  ];
}

function termsText(accepted_at: Date | null) {
  return accepted_at ? `Accepted on ${adminDate(accepted_at)}` : "Not accepted";
}

/**
 * Returns when the “buyer found” email was last sent, and why it can’t be sent now (K-077, K-078).
 */
function buyerFoundView({ refusal, last_sent_at, failed }: BuyerFound) {
  return {
    refusal,
    last_sent: lastSentText(last_sent_at),
    failed,
  };
}
