import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/**
 * State of a document for readers: "ready" for one that ClamAV has found clean, "not_scanned" for
 * one on an installation without ClamAV, "no_preview" for an image that could not be converted.
 */
type DocumentState = "checking" | "infected" | "no_preview" | "not_scanned" | "ready";

/** Returns the state of a document. Only "checking" and "infected" documents can't be opened. */
export function documentState({
  scan,
  conversion,
}: Pick<Selectable<DB["documents"]>, "scan" | "conversion">): DocumentState {
  if (scan === "pending") return "checking";
  if (scan === "infected") return "infected";
  if (conversion === "failed") return "no_preview";
  return scan === "not_scanned" ? "not_scanned" : "ready";
}

/** Returns true if the document can be opened. */
export function isOpenable(state: DocumentState): boolean {
  return state !== "checking" && state !== "infected";
}

/** Sentences about a document’s state, for the page that lists it; empty for a usual document. */
export const STATE_SENTENCES: Readonly<Record<DocumentState, string>> = {
  checking: "We’re checking this file for viruses. You’ll be able to open it in a few minutes",
  infected: "We found a virus in this file, so no one can open it. A clean copy is needed",
  no_preview: "We couldn’t make a preview. You can download the original",
  not_scanned: "",
  ready: "",
};
