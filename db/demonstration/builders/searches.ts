import type { Book } from "../book.ts";
import type { Matter, Product, Searches } from "../content/matters/matter.ts";
import { draw, id, uuid } from "../deterministic.ts";
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

/** Adds the property searches of a matter and the further things its search provider asked for. */
export function addSearches(book: Book, matter: Matter) {
  if (matter.searches) orderSearches(book, matter, matter.searches);
  addRequests(book, matter);
}

function orderSearches(book: Book, matter: Matter, searches: Searches) {
  const { ordered, reordered } = searches;
  const reference = `OS${String(100_000 + draw(`search ${matter.home}`, 899_999))}`;
  const ordered_at = record(book, matter, ordered, "searches_ordered", { comments: reference });
  const products = [
    "LLC1CON29",
    "ONESEARCHDW",
    searches.homecheck ? "HOMECHECKPRO" : "ENVRES",
    "LANDREGPLAN",
  ] as const;
  products.forEach((product, nth) =>
    addSearch(book, matter, { ...searches, product, nth, reference, ordered_at }),
  );
  if (reordered === undefined) return;
  const again = `${reference}R`;
  const ordered_again = record(book, matter, reordered, "searches_reordered", { comments: again });
  addSearch(book, matter, {
    ...searches,
    product: "LLC1CON29",
    nth: products.length,
    reference: again,
    ordered_at: ordered_again,
    is_reorder: true,
  });
}

type Search = Searches & {
  product: Product;
  nth: number;
  reference: string;
  ordered_at: Date;
  is_reorder?: true;
};

function addSearch(book: Book, matter: Matter, search: Search) {
  const { product, nth, returned, reference } = search;
  const status = searchStatus(search);
  const transaction_id = transactionId(matter);
  const comments = productNames[product];
  if (status === "complete" && returned !== undefined)
    record(book, matter, returned, "search_completed", { comments, nth });
  book.rows.searches.push({
    id: id("search", `${reference} ${product}`),
    transaction_id,
    product_id: product,
    reference,
    status,
    estimated_completion: book.calendar.date(search.ordered - (product === "LLC1CON29" ? 10 : 5)),
    completion_date:
      status === "complete" && returned !== undefined ? book.calendar.date(returned) : null,
    s3_document_key:
      status === "complete"
        ? `demonstration/transactions/${transaction_id}/searches/${uuid(`${reference} ${product}`)}.pdf`
        : null,
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

/** A water bill is asked for by staff, and the email goes at once; the provider asks for the rest. */
function addRequests(book: Book, matter: Matter) {
  (matter.requests ?? []).forEach(({ type, status, day }, nth) => {
    const more = { comments: type, nth };
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
