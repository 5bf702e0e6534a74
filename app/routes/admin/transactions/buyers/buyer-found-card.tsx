import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { BUYER_FOUND_FAILURE } from "./failures.ts";
import type { BuyerFoundView } from "./view.ts";

/** Tells solicitors and estate agent who the buyer is, once somebody is there to be told (K-077, K-078). */
export function BuyerFoundCard({
  transactionId,
  found: { refusal, last_sent, failed },
}: {
  transactionId: string;
  found: BuyerFoundView;
}) {
  return (
    <Card title="Buyer Found Notification">
      <p>
        An email to the assigned solicitors and the estate agent that says who buys, and at what
        price.
      </p>
      {failed.length > 0 ? (
        <Notification kind="error" title={BUYER_FOUND_FAILURE}>
          <p>It did not reach {failed.join(", ")}.</p>
        </Notification>
      ) : null}
      <p className="hint">{last_sent}</p>
      <div>
        <DialogLink
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
