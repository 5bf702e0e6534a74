/** Said when the buyer found email could not be sent, at once or later. */
export const BUYER_FOUND_FAILURE = "Failed to send buyer found email. Please try again.";
