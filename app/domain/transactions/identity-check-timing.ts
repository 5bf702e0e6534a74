/**
 * Time at which a customer’s identity check is ordered (the next step `order_checks`), as the text
 * that ends the sentence "We’ll order your ID check …". Their solicitor receives the result.
 */
export const ID_CHECKS_ORDERED = "once you have a solicitor";
