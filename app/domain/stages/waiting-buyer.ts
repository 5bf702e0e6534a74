import { dayOfWeek } from "#app/domain/shared/dates.ts";
import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { makeCard, type ActionCard } from "./card-type.ts";
import { heldSince } from "./stage-holder.ts";

const CONFIRMING_WORKING_DAYS = 2;

const CHECKING_PRICE = {
  title: "We’re checking the price with the seller",
  text: "Someone on our team will check the price and your details with the seller. We’ll then email you, and you’ll see every stage of your purchase here.",
};

/**
 * Text for a buyer who has waited longer than we aim for. The seller may have chosen another buyer,
 * which we tell all other buyers only after exchange.
 */
const NOT_CONFIRMED = {
  title: "We haven’t confirmed your purchase yet",
  text: "We confirm a purchase once the seller has told us that they’re selling to you at this price. We’ll email you if they do. If they sell to someone else, this page will say so. If your details change, or you’d like to know more, email us.",
};

/** Returns the time within which we aim to confirm a purchase, as a sentence. */
export function confirmingText(): string {
  return `We aim to do this within ${pluralise(CONFIRMING_WORKING_DAYS, "working day")}.`;
}

/**
 * Returns the card of a buyer who has finished onboarding and whose purchase is not confirmed yet
 * (CU-11).
 */
export function waitingBuyerCard(finished_on: string, today: string): ActionCard {
  const day = addWorkingDays(finished_on, CONFIRMING_WORKING_DAYS);
  const by_when = {
    term: "Expected",
    day: dayOfWeek(day, today),
    usual: null,
    is_late: false,
    sentence: confirmingText(),
  } as const;
  // The seller decides, and we don’t tell this buyer whether the seller has chosen someone else.
  if (day < today) return makeCard({ kind: "others", ...NOT_CONFIRMED });
  const held_for = heldSince(finished_on, today);
  const current_holder = { holder: PRODUCT_NAME, held_for, open_checks: null, by_when };
  return makeCard({ kind: "others", ...CHECKING_PRICE }, { current_holder, why: confirmingText() });
}
