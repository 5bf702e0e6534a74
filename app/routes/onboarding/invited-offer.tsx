import { formatPence } from "#app/domain/fields/money.ts";
import type { CodeOffer } from "#app/domain/payments/referral-codes.server.ts";
import { Notification } from "#app/ui/notification.tsx";

/** What the code of an invitation is worth, before anything is asked (AMB-E05). */
export function InvitedOffer({ code, worth_pence }: CodeOffer) {
  return (
    <Notification kind="success" title={`Your code ${code} pays the service fee for you`}>
      <p>
        It came with your invitation, and is worth {formatPence(worth_pence)}, VAT included. You
        need not type it: it is applied when you come to the payment.
      </p>
    </Notification>
  );
}
