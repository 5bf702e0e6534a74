/**
 * Time of ordering identity checks (step `order_checks`), on every page and email: "We’ll order
 * your ID check …".
 */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
