/** Options for a lead's warmth and for whether the client knows of us (G-047, G-048, X-046). */

export const LEAD_WARMTHS = ["Warm lead", "Cold lead", "Don't know"] as const;
export const CLIENT_AWARENESS = ["Yes", "No"] as const;

/** Maximum number of leads in one submitted form (AMB-G10). */
export const MAX_LEADS = 20;

/** Placeholders of the two choices, which are also the errors for an invalid option (AMB-G07). */
export const SELECT_WARMTH = "Please select lead warmth";
export const SELECT_AWARENESS = "Please select client awareness";
