/**
 * Where a purchase stands beside the others of its home (C3): the sale continues with it; staff have not said so yet; it
 * continues with another, or with no one, after this one was it; another person has bought the home.
 */
export type BuyersPlace = "going_on" | "waiting" | WithoutThem;

export type WithoutThem = "not_going_ahead" | "sold_to_other";

/** Whether the sale goes on, or has ended, without a purchase's buyer. */
export function isWithoutThem(place: BuyersPlace | null): place is WithoutThem {
  return place === "not_going_ahead" || place === "sold_to_other";
}

/** What a list calls a purchase that ended because the sale goes on without its buyer (CU-19). */
export const NOT_GOING_AHEAD = "Not going ahead";

/**
 * Returns what a buyer is told of a purchase that the sale goes on without, on their page and by email. Neutral words: why
 * it is another buyer is between the seller and them.
 */
export function notGoingAhead(place: WithoutThem, line_1: string): { title: string; text: string } {
  if (place === "sold_to_other") {
    return {
      title: `${line_1} has been sold`,
      text: `Another buyer has bought this property, so your purchase isn’t going ahead. ${TELL_OTHERS}`,
    };
  }
  return {
    title: "Your purchase isn’t going ahead",
    text: `The sale of ${line_1} isn’t going ahead with you as the buyer. ${TELL_OTHERS} We’ve saved your details and will email you if that changes. If you think this is a mistake, email us.`,
  };
}

const TELL_OTHERS =
  "If you have a solicitor, ask them whether you need to pay for their work so far. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know.";
