/**
 * Reasons shown to staff who cannot add or remove people yet. Until they can, customers add and
 * remove people themselves.
 */
export const PEOPLE_LOCKED = {
  sale: "Only the seller can add people until the service fee is paid",
  purchase: "Only the buyer can add people until they finish onboarding",
};
