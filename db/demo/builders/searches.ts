import { createHash } from "node:crypto";
import type { SeedRows } from "../seed-builder.ts";
import type { Matter, Product, RequestType, Searches } from "../content/matters/matter.ts";
import { searchResults } from "../content/search-results.ts";
import { draw, id } from "../deterministic.ts";
import { writePdf } from "../pdf.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { colleague, record, transactionId } from "./history.ts";

const productNames: Record<Product, string> = {
  LLC1CON29: "Local",
  ONESEARCHDW: "Drainage & Water",
  ENVRES: "Environmental",
  HOMECHECKPRO: "Environmental",
  LANDREGPLAN: "Land Registry Plan",
};

const requestNames: Record<RequestType, string> = {
  sewer_bill: "Water bill",
  title_plan: "Title plan",
  address_confirmation: "Address confirmation",
  fee_approval: "Fee approval",
};

export function addSearches(book: SeedRows, matter: Matter) {
  if (matter.searches) orderSearches(book, matter, matter.searches);
  addRequests(book, matter);
}

function orderSearches(book: SeedRows, matter: Matter, searches: Searches) {
  const { ordered, reordered } = searches;
  const reference = `OS${String(100_000 + draw(`search ${matter.home}`, 899_999))}`;
  const ordered_at = record(book, matter, ordered, "searches_ordered", { comments: reference });
  addOrder(book, matter, { reference, ordered_at, is_reorder: false });
  const products = [
    "LLC1CON29",
    "ONESEARCHDW",
    searches.homecheck ? "HOMECHECKPRO" : "ENVRES",
    "LANDREGPLAN",
  ] as const;
  products.forEach((product, nth) =>
    addSearch(book, matter, { ...searches, product, nth, reference, ordered_at }),
  );
  addUnreadableMessage(book, matter, { ...searches, reference });
  if (reordered === undefined) return;
  const again = `${reference}R`;
  const ordered_again = record(book, matter, reordered, "searches_reordered", { comments: again });
  const reorder = { reference: again, is_reorder: true };
  const before = new Date(ordered_again.getTime() - QUARTER_OF_AN_HOUR_MS);
  addOrder(book, matter, { ...reorder, ordered_at: before, refused: true });
  addOrder(book, matter, { ...reorder, ordered_at: ordered_again });
  addSearch(book, matter, {
    ...searches,
    product: "LLC1CON29",
    nth: products.length,
    reference: again,
    ordered_at: ordered_again,
    is_reorder: true,
  });
}

type Order = { reference: string; ordered_at: Date; is_reorder: boolean; refused?: true };

const QUARTER_OF_AN_HOUR_MS = 15 * 60_000;

function addOrder(
  book: SeedRows,
  matter: Matter,
  { reference, ordered_at, is_reorder, refused }: Order,
) {
  const number = /^\d+\w?/.exec(matter.home)?.[0];
  book.rows.search_orders.push({
    id: id("search order", refused ? `${reference}, refused` : reference),
    transaction_id: transactionId(matter),
    ordered_on: londonDay.format(ordered_at),
    answer: refused ? "refused" : "accepted",
    is_reorder,
    reference: refused ? null : reference,
    ...(number ? { building_number: number } : { building_name: matter.home }),
    ordered_by: userId(colleague(matter)),
    created_at: ordered_at,
  });
}

const londonDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

function addDocument(
  book: SeedRows,
  matter: Matter,
  search: Search & { search_id: string; came_at: Date },
) {
  const { product, reference, returned, search_id, came_at } = search;
  const transaction_id = transactionId(matter);
  const title = `Search ${product} of ${matter.home}`;
  const bytes = writePdf(title, [`Order ${reference}`, ...searchResults(product)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const s3_document_key = `demonstration/transactions/${transaction_id}/searches/${sha256}.pdf`;
  book.documents.set(s3_document_key, bytes);
  book.rows.search_documents.push({
    id: id("search document", `${reference} ${product}`),
    search_id,
    s3_document_key,
    sha256,
    file_name: `${product}-${reference}.pdf`,
    size_bytes: bytes.length,
    dated: book.calendar.date(returned ?? 0),
    created_at: came_at,
  });
  return s3_document_key;
}

function addUnreadableMessage(
  book: SeedRows,
  matter: Matter,
  { unreadable, returned, reference }: Searches & { reference: string },
) {
  if (!unreadable || returned === undefined) return;
  const reason = "A document is not a PDF.";
  const transaction_id = transactionId(matter);
  const at = record(book, matter, returned, "search_results_not_taken", { comments: reason });
  const bytes = Buffer.from(
    `<SearchResultsSend><Reference>${reference}</Reference></SearchResultsSend>`,
  );
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const s3_document_key = `demonstration/search-messages/${sha256}.xml`;
  book.documents.set(s3_document_key, bytes);
  const message_id = id("search message", reference);
  book.rows.search_messages.push({
    id: message_id,
    sha256,
    s3_document_key,
    size_bytes: bytes.length,
    transaction_id,
    received_at: at,
  });
  book.rows.search_message_errors.push({
    id: id("search problem", reference),
    transaction_id,
    message_id,
    position: 0,
    product_id: unreadable,
    reason,
    sent: "local-search.tif",
    created_at: at,
  });
}

type Search = Searches & {
  product: Product;
  nth: number;
  reference: string;
  ordered_at: Date;
  is_reorder?: true;
};

function addSearch(book: SeedRows, matter: Matter, search: Search) {
  const { product, nth, returned, reference } = search;
  const status = searchStatus(search);
  const transaction_id = transactionId(matter);
  const comments = productNames[product];
  const came_at =
    status === "complete" && returned !== undefined
      ? record(book, matter, returned, "search_completed", { comments, nth })
      : null;
  const search_id = id("search", `${reference} ${product}`);
  book.rows.searches.push({
    id: search_id,
    transaction_id,
    search_order_id: id("search order", reference),
    product_id: product,
    reference,
    status,
    estimated_completion: book.calendar.date(search.ordered - (product === "LLC1CON29" ? 10 : 5)),
    completion_date:
      status === "complete" && returned !== undefined ? book.calendar.date(returned) : null,
    s3_document_key: came_at ? addDocument(book, matter, { ...search, search_id, came_at }) : null,
    is_reorder: search.is_reorder ?? false,
    ordered_by: userId(colleague(matter)),
    created_at: search.ordered_at,
  });
}

function searchStatus({ product, returned, waiting, cancelled }: Search) {
  if (cancelled?.includes(product)) return "cancelled";
  if (returned === undefined || waiting?.includes(product)) return "in progress";
  return "complete";
}

const steps = [
  ["sent", "additional_request_sent"],
  ["received", "additional_request_received"],
  ["forwarded", "additional_request_forwarded"],
] as const;

/**
 * Adds requests for documents. Staff request a water bill by email; the search provider makes all
 * other requests.
 */
function addRequests(book: SeedRows, matter: Matter) {
  (matter.requests ?? []).forEach(({ type, status, day }, nth) => {
    const more = { comments: requestNames[type], nth };
    const created_at = record(book, matter, day, "additional_request_created", {
      ...more,
      ...(type === "sewer_bill" && { byStaff: true }),
    });
    const taken = steps.findIndex(([step]) => step === status) + 1;
    const [sent_at = null] = steps.slice(0, taken).map(([, event], step) => {
      return record(book, matter, Math.max(day - 2 * step, 0), event, more);
    });
    book.rows.additional_requests.push({
      id: id("additional request", `${matter.home}: ${type}`),
      transaction_id: transactionId(matter),
      type,
      status,
      sent_at,
      created_at,
    });
    if (type === "sewer_bill" && sent_at)
      logEmail(book, {
        name: "sewer_bill_request",
        recipient: person(matter.seller).email,
        at: sent_at,
        matter,
      });
  });
}
