import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

export type SearchStatus = Selectable<DB["searches"]>["status"];
export type RequestType = Selectable<DB["additional_requests"]>["type"];
export type RequestStatus = Selectable<DB["additional_requests"]>["status"];

/** Products that every order contains, in the order in which we show them (AMB-O02). */
export const ORDERED_PRODUCTS = ["LLC1CON29", "ONESEARCHDW", "ENVRES", "LANDREGPLAN"] as const;

/**
 * Names of search products (O-020 to O-024). There are two environmental products, because the
 * provider may return the one that we did not order.
 */
const PRODUCT_NAMES: Partial<Record<string, string>> = {
  LLC1CON29: "Local",
  ONESEARCHDW: "Drainage & Water",
  ENVRES: "Environmental",
  HOMECHECKPRO: "Environmental",
  LANDREGPLAN: "Land Registry Plan",
};

/**
 * Returns the name of a product, such as "Local" for LLC1CON29. An unknown code is returned
 * unchanged (AMB-O02).
 */
export function productName(product_id: string): string {
  return PRODUCT_NAMES[product_id] ?? product_id;
}

/** Returns the name of a search and its document, such as "Local search LR1234". */
export function searchName(search: { product_id: string; reference: string }): string {
  return `${productName(search.product_id)} search ${search.reference}`;
}

/** Labels of the four types of additional requests (O-041). */
export const REQUEST_LABELS: Record<RequestType, string> = {
  sewer_bill: "Water bill",
  title_plan: "Title plan",
  address_confirmation: "Address confirmation",
  fee_approval: "Fee approval",
};

/** Additional requests that every seller’s page and the weekly summary show as a task (CU-8). */
export const SELLER_TASKS: Partial<Record<RequestType, { title: string; detail: string }>> = {
  sewer_bill: {
    title: "Send us a recent water bill",
    detail:
      "The search provider needs it for the drainage and water search. Send it under Documents on your page, or reply to our email with a copy. A clear photo of each page is fine.",
  },
};

/**
 * Next step of an additional request, by its status. Null means that there is no button (O-037 to
 * O-039).
 */
export const NEXT_STEPS = {
  pending: { status: "sent", label: "Mark as Sent" },
  sent: { status: "received", label: "Mark as Received" },
  received: null,
  forwarded: null,
} as const satisfies Record<RequestStatus, { status: RequestStatus; label: string } | null>;

/**
 * Error for a second order of searches on the same day, in the words of the specification (O-009,
 * AMB-O01).
 */
export const ONCE_A_DAY = "Searches may be ordered once per day.";
