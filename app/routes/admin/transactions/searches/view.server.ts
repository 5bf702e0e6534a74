import { orderUrl } from "#app/clients/one-search/client.server.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import type { RequestAnswer } from "#app/domain/inbound-emails/received-emails.server.ts";
import type { AdditionalRequest } from "#app/domain/searches/additional-requests.server.ts";
import { NEXT_STEPS, productName, REQUEST_LABELS } from "#app/domain/searches/labels.ts";
import type { MatterSearches } from "#app/domain/searches/searches.server.ts";
import { paths } from "#app/paths.ts";
import { attachmentsText, emailAnchor } from "../../unmatched-emails/received-emails.tsx";
import { mapSearchUrl, type TransactionView } from "../view.ts";

export type SearchesView = ReturnType<typeof searchesView>;
export type RequestView = ReturnType<typeof requestView>;

/** Page of HM Land Registry where staff search by hand (O-018). */
const LAND_REGISTRY_URL = "https://www.gov.uk/search-property-information-land-registry";

/** Maps the searches of a matter to what their tab shows (O-001 to O-004, O-017 to O-019). */
export function searchesView(
  { searches, ordering, last_order, problems }: MatterSearches,
  { address, property }: Pick<TransactionView, "address" | "property">,
) {
  const [first] = searches;
  return {
    button: ordering.is_reorder ? "Reorder Searches" : "Order Searches",
    last_ordered: ordering.last_at && `Last ordered ${adminDate(ordering.last_at)}.`,
    problem: last_order && orderProblem(last_order),
    not_taken: problems.map(problemView),
    searches: searches.map(searchView),
    links: {
      map: mapSearchUrl(address),
      land_registry: LAND_REGISTRY_URL,
      postcode: property.postcode,
      provider: first ? { reference: first.reference, url: orderUrl(first.reference) } : null,
    },
  };
}

function searchView(search: MatterSearches["searches"][number]) {
  const { id, product_id, reference, status, is_reorder } = search;
  const stored = status === "complete" && search.s3_document_key !== null;
  return {
    id,
    product: productName(product_id),
    code: product_id,
    reference: is_reorder ? `${reference}, reordered` : reference,
    status,
    provider_status: search.provider_status,
    date: searchDate(search),
    stored,
    /** Id of the document; null if the document can’t be downloaded. */
    document_id: stored ? search.document_id : null,
    has_active_content: search.has_active_content ?? false,
  };
}

function problemView({
  id,
  product_id,
  reason,
  sent,
  created_at,
}: MatterSearches["problems"][number]) {
  return {
    id,
    search: product_id && productName(product_id),
    reason,
    sent,
    at: adminMoment(created_at),
  };
}

/**
 * Returns the estimated date of a search in progress. For any other search, returns the date when
 * it was completed or cancelled (O-003).
 */
function searchDate({
  status,
  estimated_completion,
  completion_date,
}: Pick<
  MatterSearches["searches"][number],
  "status" | "estimated_completion" | "completion_date"
>): string | null {
  if (status === "in progress") {
    return estimated_completion && `Estimated ${adminDate(estimated_completion)}`;
  }
  const ended = status === "complete" ? "Completed" : "Cancelled";
  return completion_date && `${ended} ${adminDate(completion_date)}`;
}

function orderProblem({
  answer,
  created_at,
  is_called_off,
}: NonNullable<MatterSearches["last_order"]>) {
  const at = adminMoment(created_at);
  if (is_called_off) return null;
  switch (answer) {
    case "accepted":
      return null;
    case null:
      return {
        kind: "warning" as const,
        title: `OneSearch hasn’t confirmed the order sent on ${at}`,
        text: "We don’t know yet if OneSearch received it. The searches will appear here once OneSearch sends an update. If they don’t, look for the order in OneSearch and resolve it here. Do not order these searches elsewhere until then.",
        is_open: true,
      };
    case "refused":
      return {
        kind: "error" as const,
        title: `OneSearch rejected the order sent on ${at}`,
        text: "Nothing was ordered. Check the address, then order again.",
        is_open: false,
      };
  }
}

/** Maps an additional request to its row in the table, with its next step (O-036 to O-039). */
export function requestView(
  { id, type, status, sent_at, version }: AdditionalRequest,
  answer: AnswerView | null,
) {
  return {
    id,
    type: REQUEST_LABELS[type],
    status,
    sent: sent_at && adminDate(sent_at),
    version,
    next: NEXT_STEPS[status],
    answer,
  };
}

/**
 * Returns the row of the request for the plot plan. Assigning the solicitors sends this request, so
 * staff can’t change its status here.
 */
export function plotPlanView(asked_at: Date, answer: AnswerView | null): RequestView {
  return {
    id: "plot_plan",
    type: "Plot plan",
    status: "sent",
    sent: adminDate(asked_at),
    version: 0,
    next: null,
    answer,
  };
}

type AnswerView = NonNullable<ReturnType<typeof answerView>>;

export function answerView(transaction_id: string, answer: RequestAnswer | null) {
  if (!answer) return null;
  const { email_id, files, received_at, is_verified } = answer;
  const events = paths.admin.transactionTab.events(transaction_id, {
    emails: "all",
    open: email_id,
  });
  return {
    text: `Answered: ${attachmentsText(files)}, ${adminDate(received_at)}`,
    href: `${events}#${emailAnchor(email_id)}`,
    is_verified,
  };
}
