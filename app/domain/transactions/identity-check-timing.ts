/**
 * When identity checks are ordered, as the end of a sentence: "We’ll order your ID check …". Staff are asked to order
 * them at that point (`order_checks` in `domain/stages`). Every page and email that names the time uses this text.
 */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
