/** What the page is called, on itself and where it is referred to. */
export const TITLE = "Restored from a backup";
export const END_LINK_ID = "end-restoration";
