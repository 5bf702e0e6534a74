/**
 * Standing of a purchase in the sale: active, still undecided, or replaced because the sale goes
 * ahead with another buyer or the property was sold to another buyer.
 */
export type PurchaseStanding = "going_on" | "waiting" | ReplacedStanding;

export type ReplacedStanding = "not_going_ahead" | "sold_to_other";

/** Returns true if the sale is going ahead with another buyer, or the property was sold to one. */
export function isReplaced(place: PurchaseStanding | null): place is ReplacedStanding {
  return place === "not_going_ahead" || place === "sold_to_other";
}

/** Label in lists for a purchase that another buyer’s purchase has replaced (CU-19). */
export const NOT_GOING_AHEAD = "Not going ahead";

/**
 * Returns the title and text for a buyer whose purchase was replaced. The text does not give the
 * reason, which is between the seller and the buyer.
 */
export function notGoingAhead(
  place: ReplacedStanding,
  line_1: string,
): { title: string; text: string } {
  if (place === "sold_to_other") {
    return {
      title: `${line_1} has been sold`,
      text: `Another buyer has bought this property, so your purchase isn’t going ahead. ${ADVISE_OTHERS}`,
    };
  }
  return {
    title: "Your purchase isn’t going ahead",
    text: `The sale of ${line_1} isn’t going ahead with you as the buyer. ${ADVISE_OTHERS} We’ve saved your details and will email you if that changes. If you think this is a mistake, email us.`,
  };
}

/** Advice for a buyer whose purchase isn’t going ahead. */
export const ADVISE_OTHERS =
  "If you have a solicitor, ask them whether you need to pay for their work so far. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know.";
