import { Button } from "#app/ui/button.tsx";
import { wayBack } from "#app/ui/leave-prompt.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import type { PlanView } from "./plan-view.ts";

/** Says who will act and which emails go to whom, before any of it happens (L-058 to L-061, AMB-L02). */
export function ConfirmSolicitors({
  view,
  changed,
  fields,
  back,
}: {
  view: PlanView;
  /** Something else was confirmed than what would happen now. */
  changed: boolean;
  fields: Record<string, string>;
  back: string;
}) {
  const { homes, skipped, seller, buyer, emails, not_sent, same_firm } = view;
  return (
    <ConfirmDialog
      title="Double check your solicitors and confirm."
      back={back}
      openerId="assign-solicitors"
      fields={fields}
      confirm="Yes, I'm sure. Assign solicitors"
      wayOut={
        <Button type="submit" kind="quiet" name="amend" value="yes" {...wayBack}>
          Go back and amend
        </Button>
      }
    >
      {changed ? (
        <Notification kind="warning" title="Something has changed since you were asked" live>
          <p>Check the solicitors and the emails, and confirm again.</p>
        </Notification>
      ) : null}
      {same_firm ? (
        <Notification kind="warning" title="Both solicitors are of the same law firm">
          <p>{same_firm} would act for the seller and for the buyer.</p>
        </Notification>
      ) : null}
      <SummaryList
        rows={[
          homes.length === 1
            ? { term: "Property", description: homes[0] }
            : { term: `${homes.length} transactions`, description: <Lines lines={homes} /> },
          ...(skipped > 0
            ? [{ term: "Skipped", description: `${skipped} with solicitors already` }]
            : []),
          { term: "Seller solicitor", description: seller },
          { term: "Buyer solicitor", description: buyer },
          { term: "Emails", description: <Lines lines={emails} /> },
          { term: "Not sent", description: <Lines lines={not_sent} /> },
          { term: "Comments for the seller’s solicitor", description: view.seller_comments },
          { term: "Comments for the buyer’s solicitor", description: view.buyer_comments },
        ]}
      />
      <p>This will assign solicitors and send the emails checked.</p>
    </ConfirmDialog>
  );
}

function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return "None";
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
