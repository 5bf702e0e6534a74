/** The words for the kinds of matter, as staff read them. */
export const TYPE_LABELS = { resale: "Resale", development: "Development" };
