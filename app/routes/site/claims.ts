/**
 * Marketing claims in the words of the specification. Each claim is used in one place (AMB-G01).
 * They are not consistent with each other, because those in the specification are not. Before the
 * site is public, the owner must be able to prove each claim (CAP code, rule 3.7). Do not add any.
 */
export const CLAIMS = {
  /** Claim in the heading of the page (G-019). */
  hero: "Sell 80% faster than the market",
  /** Claim on the first card (G-022). */
  sooner: "Cut up to 6 months",
  /** Claim on the second card (G-020). */
  certain: "Sell without fear of fall-throughs",
  /** Claim on the third card (G-021). */
  forBuyers: "Free legals and searches worth £2,500+ for buyers",
  /** Claim next to the comparison of the two orders in which the work is done (G-023). */
  failing: "37% of transactions fail",
  /** Claim below the second order of the work (G-026). */
  saved: "15 weeks saved",
  /** Claim below the three steps (G-025). */
  startingNow: "Starting now saves over 6 weeks",
  /** Claim for estate agents (G-027). */
  agentsFaster: "Sales 80-95% faster",
  /** Claim for estate agents (G-028). */
  agentsFailing: "Almost 40% fall through",
  /** Claim above the contact form (G-024). */
  reply: "We reply within 24 hours",
} as const;
