/**
 * Time at which identity checks are ordered (the next step `order_checks`), as the text that ends
 * the sentence "We’ll order your ID check …".
 */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
