/** Why staff add nobody to a sale or purchase, and take nobody out, that is not complete: customers do it themselves. */
export const NOT_YET = {
  sale: "Until the sale is paid for, whoever sells names people themselves",
  purchase: "Until the purchase is confirmed, whoever buys names people themselves",
};
