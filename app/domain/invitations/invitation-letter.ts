import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

const STEPS = {
  sell: "We’ll ask you a few questions about yourself and the property. It takes about 5 minutes. Once the service fee is paid, you choose a solicitor, or ask us to choose one.",
  buy: "We’ll ask you a few questions about yourself and how you’ll pay. It takes about 5 minutes. Once your purchase is confirmed, we’ll introduce you to a solicitor by email.",
};

type Invited = { invited_by: string; property: string; street: string };

/**
 * Returns the words of an invitation, for its email and for staff who confirm it. `property` is the
 * whole address.
 */
export function invitationLetter(act: "sell" | "buy", { invited_by, property, street }: Invited) {
  return {
    subject: `Your invitation to ${act} ${street}`,
    paragraphs: [
      `${invited_by} has invited you to ${act} ${property} with ${PRODUCT_NAME}.`,
      STEPS[act],
    ],
    button: "Accept invitation",
    ending: `The link is valid for ${INVITATION_DAYS} days and is only for you. If you weren’t expecting this email, ignore it.`,
  };
}
