/** Why staff add nobody to a sale or purchase, and take nobody out, that is not complete: customers do it themselves. */
export const NOT_YET = {
  sale: "Only the seller can add people until the service fee is paid",
  purchase: "Only the buyer can add people until they finish onboarding",
};
