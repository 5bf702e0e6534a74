import { adminDate } from "#app/domain/dates.ts";
import { paymentInList, paymentOf, type PaymentType } from "#app/domain/payments/payment-type.ts";
import { formatPounds } from "#app/domain/payments/money.ts";
import { fullName, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { timeSaved, timeSavedTexts } from "#app/domain/transactions/time-saved.ts";

type Solicitor = { name: string; law_firm: string };

type Listed = {
  id: string;
  type: "resale" | "development";
  asking_price_pounds: number;
  legals_started_at: Date | null;
  tags: string[];
  address: Parameters<typeof addressLine>[0];
  sellers: Names[];
  order: {
    payment_type: PaymentType;
    stripe_transaction_status: string | null;
    paid_at: Date | string | null;
  } | null;
  seller_solicitor: Solicitor | null;
  buyer_solicitor: Solicitor | null;
  purchase: {
    buyers: Names[];
    sale_agreed: string | null;
    exchanged: string | null;
    completed: string | null;
  } | null;
  benchmark_in_days: number | null;
};

export type TransactionRow = ReturnType<typeof rowOf>;

/** A matter as the list shows it (J-007 to J-022): every cell a text, null where there is nothing to say. */
export function rowOf(matter: Listed) {
  const { purchase, benchmark_in_days } = matter;
  const date = (day: string | null | undefined) => (day ? adminDate(day) : null);
  const { sale_agreed = null, exchanged = null } = purchase ?? {};
  return {
    id: matter.id,
    sellers: namesOf(matter.sellers),
    address: addressLine(matter.address),
    asking_price: formatPounds(matter.asking_price_pounds),
    payment: paymentInList(paymentOf(matter)),
    seller_solicitor: matter.seller_solicitor?.name ?? null,
    buyer_solicitor: matter.buyer_solicitor?.name ?? null,
    buyers: purchase ? namesOf(purchase.buyers) : null,
    legals_started: matter.legals_started_at ? adminDate(matter.legals_started_at) : "Not started",
    sale_agreed: date(sale_agreed),
    exchanged: date(exchanged),
    completed: date(purchase?.completed),
    time: timeSavedTexts(timeSaved({ sale_agreed, exchanged, benchmark_in_days })),
    tags: matter.tags.length > 0 ? matter.tags.join(", ") : null,
  };
}

/** Everybody: columns named "full names" show them all (AMB-F09). */
function namesOf(people: readonly Names[]) {
  return people.map((person) => fullName(person)).join(", ");
}
