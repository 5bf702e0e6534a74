import { adminDate } from "#app/domain/fields/dates.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { paymentInList } from "#app/domain/payments/labels.ts";
import { matterPayment } from "#app/domain/payments/payment-status.ts";
import { fullNames } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { legalsStartedText } from "#app/domain/transactions/labels.ts";
import type { ListedTransaction } from "#app/domain/transactions/list-transactions.server.ts";
import { timeSaved, timeSavedTexts } from "#app/domain/transactions/time-saved.ts";
import { stageView } from "./stage-view.ts";

export type TransactionRow = ReturnType<typeof rowView>;

/** A matter as the list shows it (J-007 to J-022): every cell in words, null where there is nothing to say. */
export function rowView(matter: ListedTransaction, now: Date) {
  const { purchase, benchmark_in_days } = matter;
  const payment = matterPayment(matter);
  const date = (day: string | null | undefined) => (day ? adminDate(day) : null);
  const { sale_agreed = null, exchanged = null } = purchase ?? {};
  return {
    id: matter.id,
    sellers: fullNames(matter.sellers),
    address: { street: street(matter.address), town: town(matter.address) },
    asking_price: formatPounds(matter.asking_price_pounds),
    payment: { paid: payment.paid, text: paymentInList(payment) },
    stage: stageView(matter, now),
    seller_solicitor: matter.seller_solicitor?.name ?? null,
    buyer_solicitor: matter.buyer_solicitor?.name ?? null,
    buyers: purchase ? fullNames(purchase.buyers) : null,
    legals_started: legalsStartedText(matter.legals_started_at),
    sale_agreed: date(sale_agreed),
    exchanged: date(exchanged),
    completed: date(purchase?.completed),
    time: timeSavedTexts(timeSaved({ sale_agreed, exchanged, benchmark_in_days })),
    tags: matter.tags,
    progress: matter.progress,
  };
}

/** The first line of a row has what the home is found by in its street, the second where that street is. */
const street = ({ line_1, line_2, line_3 }: ListedTransaction["address"]) =>
  addressLine({ line_1, line_2, line_3 });

const town = ({ post_town, postcode }: ListedTransaction["address"]) =>
  addressLine({ post_town, postcode });
