/**
 * Time at which identity checks are ordered (`order_checks`). It ends "We’ll order your ID check
 * …".
 */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
