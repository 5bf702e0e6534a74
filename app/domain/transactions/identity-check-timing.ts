/** Time of ordering identity checks (`order_checks`), to end "We’ll order your ID check …". */
export const ID_CHECKS_ORDERED = "once both sides have a solicitor";
