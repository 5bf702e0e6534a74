import { useId } from "react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { PeopleTable } from "../people-table.tsx";
import type { PurchaseView } from "./view.ts";

/**
 * One wish to buy: whether the matter goes on with it, what was answered, its dates and its people (K-046 to K-061). The
 * one that counts is open, any other a line that unfolds.
 */
export function PurchaseCard({
  transactionId,
  purchase,
  open,
}: {
  transactionId: string;
  purchase: PurchaseView;
  open: boolean;
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
          <People transactionId={transactionId} purchase={purchase} />
        </div>
      </details>
      {can_activate ? (
        <DialogLink
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
        Significant Dates<span className="vh"> of {title}</span>
      </h3>
      <SummaryList layout="grid" rows={dates} />
      <DialogLink
        id={`dates-${id}`}
        to={paths.admin.significantDates(transactionId, id)}
        what={`significant dates of ${title}`}
      >
        Edit
      </DialogLink>
    </div>
  );
}

function People({
  transactionId,
  purchase: { title, buyers, giftors },
}: {
  transactionId: string;
  purchase: PurchaseView;
}) {
  const correct = (id: string) => paths.admin.correctPerson(transactionId, "buyers", id);
  return (
    <>
      <h3>
        Buyers<span className="vh"> of {title}</span>
      </h3>
      <PeopleTable
        caption={`Buyers of ${title}`}
        people={buyers.map((buyer) => ({
          ...buyer,
          correct: buyer.primary ? paths.admin.correctUser(buyer.id) : correct(buyer.id),
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
            Giftors<span className="vh"> of {title}</span>
          </h3>
          <PeopleTable
            caption={`Giftors of ${title}`}
            people={giftors.map((giftor) => ({ ...giftor, correct: correct(giftor.id) }))}
            columns={[
              { key: "amount", title: "Amount", cell: ({ amount }) => amount, align: "end" },
              { key: "relationship", title: "Relationship", cell: (giftor) => giftor.relationship },
            ]}
          />
        </>
      ) : null}
    </>
  );
}
