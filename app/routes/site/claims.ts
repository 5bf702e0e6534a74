/**
 * What we claim, in the specification's words, each used in the one place that is named here (AMB-G01). They differ
 * among themselves because the specification's do. The owner must be able to substantiate every one of them before the
 * site is shown to the public (CAP code, rule 3.7); nothing may be added to what they say.
 */
export const CLAIMS = {
  /** G-019, over the heading of the page. */
  hero: "Sell 80% faster than the market",
  /** G-022, the first card. */
  sooner: "Cut up to 6 months",
  /** G-020, the second card. */
  certain: "Sell without fear of fall-throughs",
  /** G-021, the third card. */
  forBuyers: "Free legals and searches worth £2,500+ for buyers",
  /** G-023, beside the two ways to order the work. */
  failing: "37% of transactions fail",
  /** G-026, under the second of the two ways. */
  saved: "15 weeks saved",
  /** G-025, under the three steps. */
  startingNow: "Starting now saves over 6 weeks",
  /** G-027, for estate agents. */
  agentsFaster: "Sales 80-95% faster",
  /** G-028, for estate agents. */
  agentsFailing: "Almost 40% fall through",
  /** G-024, over the contact form. */
  reply: "We reply within 24 hours",
} as const;
