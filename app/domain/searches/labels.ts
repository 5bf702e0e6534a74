import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

/** The words for property searches, and what is asked for besides. */

export type SearchStatus = Selectable<DB["searches"]>["status"];
export type RequestType = Selectable<DB["additional_requests"]>["type"];
export type RequestStatus = Selectable<DB["additional_requests"]>["status"];

/** What is ordered together, in this order (AMB-O02). */
export const ORDERED_PRODUCTS = ["LLC1CON29", "ONESEARCHDW", "ENVRES", "LANDREGPLAN"] as const;

/** O-020 to O-024; the provider may answer with the other environmental search. */
const PRODUCT_NAMES: Partial<Record<string, string>> = {
  LLC1CON29: "Local",
  ONESEARCHDW: "Drainage & Water",
  ENVRES: "Environmental",
  HOMECHECKPRO: "Environmental",
  LANDREGPLAN: "Land Registry Plan",
};

/** "Local" for LLC1CON29; a code that we do not know is shown as itself (AMB-O02). */
export function productName(product_id: string): string {
  return PRODUCT_NAMES[product_id] ?? product_id;
}

/** "Local search LR1234": one of an order, by the order's reference, as its document is called. */
export function searchName(search: { product_id: string; reference: string }): string {
  return `${productName(search.product_id)} search ${search.reference}`;
}

/** The four that there are (O-041). */
export const REQUEST_LABELS: Record<RequestType, string> = {
  sewer_bill: "Water bill",
  title_plan: "Title plan",
  address_confirmation: "Address confirmation",
  fee_approval: "Fee approval",
};

/** A request as a task of every seller, on their page and in their email on Fridays (CU-8). */
export const SELLER_TASKS: Partial<Record<RequestType, { title: string; detail: string }>> = {
  sewer_bill: {
    title: "Send us a recent water bill",
    detail:
      "We need it for the drainage and water search. Reply to our email with a copy of the bill. A clear photo of each page is fine.",
  },
};

/** What staff may do with a request, by its status; nothing else has a button (O-037 to O-039). */
export const NEXT_STEPS = {
  pending: { status: "sent", label: "Mark as Sent" },
  sent: { status: "received", label: "Mark as Received" },
  received: null,
  forwarded: null,
} as const satisfies Record<RequestStatus, { status: RequestStatus; label: string } | null>;

/** The interface's own words, with which a second order of a day is refused (O-009, AMB-O01). */
export const ONCE_A_DAY = "Searches may be ordered once per day.";
