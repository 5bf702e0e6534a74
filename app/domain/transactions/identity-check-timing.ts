/**
 * Time of ordering identity checks, to end a sentence: "We’ll order your ID check …". All pages and
 * emails use it, and staff get the step `order_checks` (`domain/stages`) then.
 */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
