import type { BuyerKind } from "#app/domain/actions/buyer-words.ts";
import type { ActionReader } from "#app/domain/actions/notified.ts";
import { ADVISE_OTHERS } from "#app/domain/purchases/purchase-standing.ts";

export const HOME = "14 Melrose Terrace, York, YO1 7HZ";

/** News of each change of the buyer or the group, and what the reader does, by reader. */
export const NEWS: Record<
  BuyerKind,
  Partial<Record<ActionReader, [news: string, next: string]>>
> = {
  release_buyer: {
    seller: [
      `The sale of ${HOME} to Grace Hopper isn’t going ahead.`,
      "We’ve also emailed your solicitor. You don’t need to do anything now. We’ll email you when there’s a new buyer.",
    ],
    buyer: [
      `Your purchase of ${HOME} isn’t going ahead, so we’ve stopped our work on it.`,
      `We’ve also emailed your solicitor. ${ADVISE_OTHERS}`,
    ],
    giftor: [
      `The purchase of ${HOME} by Grace Hopper isn’t going ahead, so your gift for it isn’t needed.`,
      "You don’t need to do anything.",
    ],
    seller_solicitor: [
      `The sale of ${HOME} to Grace Hopper isn’t going ahead. Your client is still selling.`,
      "Please send nothing more to that buyer’s solicitor. We’ll email you when there’s a new buyer.",
    ],
    buyer_solicitor: [
      `The purchase of ${HOME} by Grace Hopper isn’t going ahead.`,
      "Please stop work on it. We’ll email you if the purchase is resumed.",
    ],
    estate_agent: [
      `The sale of ${HOME} to Grace Hopper isn’t going ahead. The seller is still selling.`,
      "When you’ve agreed a sale with a new buyer, send us the memorandum of sale on your office’s page.",
    ],
  },
  resume_buyer: {
    seller: [
      `The sale of ${HOME} to Grace Hopper is going ahead again.`,
      "We’ve resumed our work with this buyer. We’ve also emailed your solicitor. You don’t need to do anything.",
    ],
    buyer: [
      `Your purchase of ${HOME} is going ahead again.`,
      "We’ve resumed our work on it. We’ve also emailed your solicitor. You don’t need to do anything. We’ll email you about the next step.",
    ],
    giftor: [
      `The purchase of ${HOME} by Grace Hopper is going ahead again, so your gift for it is needed.`,
      "You don’t need to do anything now. We’ll email you if we need something from you.",
    ],
    seller_solicitor: [
      `The sale of ${HOME} to Grace Hopper is going ahead again.`,
      "Please carry on with this buyer.",
    ],
    buyer_solicitor: [
      `The purchase of ${HOME} by Grace Hopper is going ahead again.`,
      "Please carry on with it.",
    ],
    estate_agent: [
      `The sale of ${HOME} to Grace Hopper is going ahead again.`,
      "You don’t need to do anything.",
    ],
  },
  replace_buyer: {
    seller: [
      `The sale of ${HOME} is going ahead with Ada Byron as the buyer. It isn’t going ahead with Grace Hopper.`,
      "We’ll introduce the new buyer to a solicitor next. We’ve also emailed your solicitor. You don’t need to do anything.",
    ],
    buyer: [
      `The sale of ${HOME} is going ahead with you as the buyer.`,
      "Next, we’ll introduce you to a solicitor by email. You don’t need to do anything before then.",
    ],
    displaced_buyer: [
      `The sale of ${HOME} isn’t going ahead with you as the buyer.`,
      `We’ve also emailed your solicitor. ${ADVISE_OTHERS} We’ve saved your details and will email you if that changes.`,
    ],
    previous_giftor: [
      `The purchase of ${HOME} by Grace Hopper isn’t going ahead, so your gift for it isn’t needed.`,
      "You don’t need to do anything.",
    ],
    seller_solicitor: [
      `The sale of ${HOME} is going ahead with Ada Byron as the buyer. It isn’t going ahead with Grace Hopper.`,
      "Please send nothing more to the solicitor of Grace Hopper. We’ll assign a solicitor to the new buyer next.",
    ],
    buyer_solicitor: [
      `The purchase of ${HOME} by Grace Hopper isn’t going ahead.`,
      "Please stop work on it. We’ll email you if the purchase is resumed.",
    ],
    estate_agent: [
      `The sale of ${HOME} is going ahead with Ada Byron as the buyer. It isn’t going ahead with Grace Hopper.`,
      "You don’t need to do anything.",
    ],
  },
  take_unit_out: {
    seller: [
      `We now handle the sale of ${HOME} separately from the other homes of Arch Wharf.`,
      "We’ll email you about it separately too. We’ve also emailed your solicitor. You don’t need to do anything.",
    ],
    seller_solicitor: [
      `We now handle the sale of ${HOME} separately from the other homes of Arch Wharf.`,
      "Your instruction doesn’t change. We’ll email you about this sale separately.",
    ],
  },
  agree_sale: {
    seller: [
      `The sale of ${HOME} to Grace Hopper is agreed for £450,000.`,
      "We’ll email the buyer an invitation. We’ve also emailed your solicitor. You don’t need to do anything.",
    ],
    buyer: [
      `The sale of ${HOME} to you is agreed for £450,000.`,
      "Next, sign in to Fanlight and finish your answers. We’ll then introduce you to a solicitor by email.",
    ],
    seller_solicitor: [
      `The sale of ${HOME} to Grace Hopper is agreed for £450,000.`,
      "We’ll email the buyer an invitation. You don’t need to do anything until a solicitor acts for the buyer.",
    ],
    estate_agent: [
      `The sale of ${HOME} to Grace Hopper is agreed for £450,000.`,
      "We’ll email the buyer an invitation. You don’t need to do anything.",
    ],
  },
};
