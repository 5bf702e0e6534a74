import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { paymentInList } from "#app/domain/payments/labels.ts";
import { matterPayment } from "#app/domain/payments/payment-status.ts";
import { legalsStartedText } from "#app/domain/transactions/labels.ts";
import type {
  ListedTransaction,
  TransactionSort,
} from "#app/domain/transactions/list-transactions.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { timeSaved, timeSavedTexts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import type { Column } from "#app/ui/data-table.tsx";
import { RowLink, textOrBlank } from "../shared/cells.tsx";
import { SideMark, TagList } from "./marks.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { stageView } from "./stage-view.ts";

/**
 * Columns, in the same order as in the specification (J-007 to J-021). list-rows.css places them.
 */
export const columns: readonly Column<TransactionRow>[] = [
  { key: "sellers", title: "Seller", cell: (row) => <Cut text={row.sellers} /> },
  {
    key: "address",
    title: "Property address",
    cell: ({ id, address }) => (
      <RowLink to={paths.admin.transaction(id)}>
        <Cut text={address.street} />
        {address.town ? <Cut text={address.town} /> : null}
      </RowLink>
    ),
  },
  { key: "asking_price", title: "Asking price", cell: (row) => row.asking_price, align: "end" },
  {
    key: "payment",
    title: "Payment status",
    cell: ({ payment }) => (payment.paid ? payment.text : <strong>{payment.text}</strong>),
    align: "end",
  },
  { key: "stage", title: "Stage", cell: (row) => <StageCell {...row} /> },
  {
    key: "seller_solicitor",
    title: "Seller solicitor",
    cell: (row) => <SideCell side="seller" name={row.seller_solicitor} />,
  },
  {
    key: "buyer_solicitor",
    title: "Buyer solicitor",
    cell: (row) => <SideCell side="buyer" name={row.buyer_solicitor} />,
  },
  {
    key: "buyers",
    title: "Latest buyer",
    cell: (row) => (row.buyers ? <Cut text={row.buyers} /> : textOrBlank(null)),
  },
  {
    key: "handler",
    title: "Handler",
    cell: (row) => (row.handler ? <Cut text={row.handler} /> : textOrBlank(null)),
  },
  {
    key: "legals_started",
    title: "Date legals started",
    short: "Legals started",
    cell: (row) => row.legals_started,
  },
  {
    key: "sale_agreed",
    title: "Date sale agreed",
    short: "Sale agreed",
    cell: (row) => textOrBlank(row.sale_agreed),
  },
  {
    key: "exchanged",
    title: "Date exchanged",
    short: "Exchanged",
    cell: (row) => textOrBlank(row.exchanged),
  },
  {
    key: "completed",
    title: "Date completed",
    short: "Completed",
    cell: (row) => textOrBlank(row.completed),
  },
  {
    key: "offer_to_exchange",
    title: "Time offer to exchange (days)",
    short: "Days to ex.",
    cell: (row) => textOrBlank(row.time.offer_to_exchange),
    align: "end",
  },
  {
    key: "saved",
    title: "Time saved (days)",
    short: "Saved",
    cell: (row) => textOrBlank(row.time.saved),
    align: "end",
  },
  {
    key: "percent",
    title: "% time saved",
    short: "%",
    cell: (row) => row.time.percent,
    align: "end",
  },
  {
    key: "tags",
    title: "Tags",
    cell: ({ tags }) => (tags.length > 0 ? <TagList tags={tags} /> : textOrBlank(null)),
  },
  { key: "progress", title: "Status", cell: (row) => <StatusStrip progress={row.progress} /> },
];

/**
 * Cuts a text to one line, so that all rows have the same height. The reader sees the whole text on
 * hover, or if their text spacing is wide.
 */
function Cut({ text }: { text: string }) {
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

function StageCell({
  stage: { label, line, days, urgency },
  marks,
}: Pick<TransactionRow, "stage" | "marks">) {
  return (
    <>
      <b>{label}</b>{" "}
      {marks.map((mark) => (
        <span key={mark} className="list-mark">
          {mark}
        </span>
      ))}{" "}
      <span className="stage-line">
        {line}
        {days ? (
          <>
            , <span data-urgency={urgency}>{days}</span>
          </>
        ) : null}
      </span>
    </>
  );
}

/**
 * Renders the cell of a side’s solicitor. A mark shows which side it is; screen readers get the
 * side from the column’s heading.
 */
function SideCell({ side, name }: { side: Side; name: string | null }) {
  return (
    <>
      <SideMark side={side} />
      {name ? <Cut text={name} /> : textOrBlank(null)}
    </>
  );
}

export type TransactionRow = ReturnType<typeof rowView>;

/**
 * Maps a matter to its row in the list (J-007 to J-022). A null is an empty cell. In the order
 * “Unpaid since”, the payment has its day.
 */
export function rowView(matter: ListedTransaction, now: Date, sort?: TransactionSort) {
  const { purchase, benchmark_in_days } = matter;
  const payment = matterPayment(matter);
  const date = (day: string | null | undefined) => (day ? adminDate(day) : null);
  const { sale_agreed = null, exchanged = null } = purchase ?? {};
  return {
    id: matter.id,
    sellers: fullNames(matter.sellers),
    address: { street: street(matter.address), town: town(matter.address) },
    asking_price: formatPounds(matter.asking_price_pounds),
    payment: {
      paid: payment.paid,
      text:
        sort === "unpaid_since"
          ? `${paymentInList(payment)}, since ${adminDate(matter.created_at)}`
          : paymentInList(payment),
    },
    stage: stageView(matter, now),
    seller_solicitor: matter.seller_solicitor?.name ?? null,
    buyer_solicitor: matter.buyer_solicitor?.name ?? null,
    buyers: purchase ? fullNames(purchase.buyers) : null,
    handler: matter.handler,
    legals_started: legalsStartedText(matter.legals_started_at),
    sale_agreed: date(sale_agreed),
    exchanged: date(exchanged),
    completed: date(purchase?.completed),
    time: timeSavedTexts(timeSaved({ sale_agreed, exchanged, benchmark_in_days })),
    tags: matter.tags,
    progress: matter.progress,
    marks: matter.has_unread ? ["Unread email"] : [],
  };
}

/** Returns the first line of the address cell. The second line is the town. */
const street = ({ line_1, line_2, line_3 }: ListedTransaction["address"]) =>
  addressLine({ line_1, line_2, line_3 });

const town = ({ post_town, postcode }: ListedTransaction["address"]) =>
  addressLine({ post_town, postcode });
