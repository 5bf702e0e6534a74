/** How many an estate agent can have; more negotiators the specification does not allow (M-027). */
export const MAX_NEGOTIATORS = 5;
export const MAX_VALUERS = 50;
export const MAX_REQUESTER_EMAILS = 20;
