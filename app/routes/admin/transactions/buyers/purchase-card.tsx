import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { PersonCard } from "../person-card.tsx";
import type { PurchaseView } from "./view.ts";

/** One wish to buy: whether the matter goes on with it, what was answered, its dates and its people (K-046 to K-061). */
export function PurchaseCard({
  transactionId,
  purchase,
}: {
  transactionId: string;
  purchase: PurchaseView;
}) {
  const { id, title, active, can_activate, facts } = purchase;
  return (
    <Card
      tone={active ? "next" : "plain"}
      title={
        <span className="cluster">
          {title}
          {active ? <Badge tone="done">Active</Badge> : <Badge>Inactive</Badge>}
        </span>
      }
      actions={
        can_activate ? (
          <DialogLink
            id={`activate-${id}`}
            to={paths.admin.activatePurchase(transactionId, id)}
            what={title}
          >
            Activate
          </DialogLink>
        ) : null
      }
    >
      <SummaryList layout="grid" rows={facts} />
      <SignificantDates transactionId={transactionId} purchase={purchase} />
      <People transactionId={transactionId} purchase={purchase} />
    </Card>
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
    <Card
      level="h3"
      title={
        <>
          Significant Dates<span className="vh"> of {title}</span>
        </>
      }
      actions={
        <DialogLink
          id={`dates-${id}`}
          to={paths.admin.significantDates(transactionId, id)}
          what={`significant dates of ${title}`}
        >
          Edit
        </DialogLink>
      }
    >
      <SummaryList layout="grid" rows={dates} />
    </Card>
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
      <h3>Buyers</h3>
      <div className="people-cards">
        {buyers.map((buyer) => (
          <PersonCard
            key={buyer.id}
            level="h4"
            person={buyer}
            primary={buyer.primary}
            correct={buyer.primary ? paths.admin.correctUser(buyer.id) : correct(buyer.id)}
            within={`of ${title}`}
          />
        ))}
      </div>
      {giftors.length > 0 ? (
        <>
          <h3>Giftors</h3>
          <div className="people-cards">
            {giftors.map((giftor) => (
              <PersonCard
                key={giftor.id}
                level="h4"
                person={giftor}
                correct={correct(giftor.id)}
                within={`of ${title}`}
                rows={[
                  { term: "Amount", description: giftor.amount },
                  { term: "Relationship", description: giftor.relationship },
                ]}
              />
            ))}
          </div>
        </>
      ) : null}
    </>
  );
}
