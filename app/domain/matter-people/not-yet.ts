/** Why staff add nobody to a sale or purchase, and take nobody out, that is not complete: customers do it themselves. */
export const NOT_YET = {
  sale: "The seller adds people themselves until the service fee is paid",
  purchase: "The buyer adds people themselves until they finish onboarding",
};
