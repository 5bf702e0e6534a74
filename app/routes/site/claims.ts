/**
 * Marketing claims in the specification’s words, each used in one place (AMB-G01). They differ
 * among themselves because the specification’s do. The owner must be able to substantiate each
 * before the site is public (CAP code, rule 3.7). Do not extend them.
 */
export const CLAIMS = {
  /** Page heading (G-019). */
  hero: "Sell 80% faster than the market",
  /** First card (G-022). */
  sooner: "Cut up to 6 months",
  /** Second card (G-020). */
  certain: "Sell without fear of fall-throughs",
  /** Third card (G-021). */
  forBuyers: "Free legals and searches worth £2,500+ for buyers",
  /** Next to the two orders of work (G-023). */
  failing: "37% of transactions fail",
  /** Below the second order of work (G-026). */
  saved: "15 weeks saved",
  /** Below the three steps (G-025). */
  startingNow: "Starting now saves over 6 weeks",
  /** For estate agents (G-027). */
  agentsFaster: "Sales 80-95% faster",
  /** For estate agents (G-028). */
  agentsFailing: "Almost 40% fall through",
  /** Above the contact form (G-024). */
  reply: "We reply within 24 hours",
} as const;
