/** How many an estate agent can have; more negotiators the specification does not allow (M-027). */
export const MAX_NEGOTIATORS = 5;
export const MAX_VALUERS = 50;
export const MAX_REQUESTER_EMAILS = 20;

/** What is said of one more, wherever they are added. */
export const TOO_MANY_NEGOTIATORS = `An estate agent can have at most ${MAX_NEGOTIATORS} negotiators`;
export const TOO_MANY_VALUERS = `An estate agent can have at most ${MAX_VALUERS} valuers`;

/** What is said of an email that another valuer has (AMB-M04). */
export const VALUER_EMAIL_TAKEN = "A valuer with this email already exists";
