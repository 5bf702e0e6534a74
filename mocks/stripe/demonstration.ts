import type { Kysely } from "kysely";
import type { State } from "#mocks/state.ts";
import type { DB } from "#db/types.d.ts";
import {
  charges,
  disputes,
  intents,
  type MoneyBack,
  newId,
  newIntent,
  refunds,
} from "./objects.ts";

type Taken = {
  id: string;
  /** Null for the payment of a group, which the developer made outside our service. */
  order_id: string | null;
  amount: number;
  at: Date;
  customer?: string | null;
};

/**
 * Adds the payments, refunds and disputes of the demonstration data to Stripe's double. Without
 * them, the nightly comparison would report that each one is missing at Stripe. `db` must contain
 * only demonstration data.
 */
export async function seedStripeDouble(db: Kysely<DB>, state: State): Promise<void> {
  for (const payment of await listTaken(db)) await putTaken(state, payment);
  for (const back of await listMoneyBack(db)) {
    await state.put(back.object === "refund" ? refunds : disputes, back.id, back);
  }
}

/**
 * Lists the payments to add. Those from payment reviews come last and so replace the others,
 * because the amount in a review is the one at Stripe.
 */
async function listTaken(db: Kysely<DB>): Promise<Taken[]> {
  const orders = await db
    .selectFrom("orders")
    .select([
      "stripe_transaction_id as id",
      "id as order_id",
      "total_amount_pence as amount",
      "paid_at as at",
      "stripe_customer_id as customer",
    ])
    .where("stripe_transaction_id", "is not", null)
    .where("paid_at", "is not", null)
    .$narrowType<{ id: string; at: Date }>()
    .execute();
  const reviews = await db
    .selectFrom("payment_reviews")
    .select((eb) => [
      "stripe_transaction_id as id",
      // If a review has no order, use its own id as the id of an order that does not exist.
      eb.fn.coalesce("order_id", "id").as("order_id"),
      "amount_pence as amount",
      "created_at as at",
    ])
    .where("stripe_transaction_id", "like", "pi\\_%")
    .where("stripe_status", "=", "succeeded")
    .where("closed_at", "is", null)
    .$narrowType<{ id: string; amount: number }>()
    .execute();
  return [...orders, ...(await listGroupPayments(db)), ...reviews];
}

/** Developers have paid the service fee of each home of a group. */
const FEE_PENCE = 24_000;

async function listGroupPayments(db: Kysely<DB>): Promise<Taken[]> {
  const groups = await db
    .selectFrom("transaction_groups")
    .innerJoin("transactions", "transactions.group_id", "transaction_groups.id")
    .select(["stripe_transaction_id as id", "transaction_groups.created_at as at"])
    .select(({ fn }) => fn.countAll<string>().as("homes"))
    .where("stripe_transaction_id", "is not", null)
    .$narrowType<{ id: string }>()
    .groupBy("transaction_groups.id")
    .execute();
  return groups.map(({ id, at, homes }) => ({
    ...{ id, at, order_id: null },
    amount: Number(homes) * FEE_PENCE,
  }));
}

async function putTaken(state: State, { id, order_id, amount, at, customer = null }: Taken) {
  const metadata: Record<string, string> = order_id ? { order_id } : {};
  const created = toSeconds(at);
  const common = { amount, created, currency: "gbp", metadata };
  const latest_charge = chargeOf(id);
  await state.put(charges, latest_charge, {
    ...common,
    id: latest_charge,
    object: "charge",
    amount_captured: amount,
    livemode: false,
    paid: true,
    payment_intent: id,
    status: "succeeded",
  });
  await state.put(intents, id, {
    ...newIntent({ ...common, customer, description: null, receipt_email: null }),
    id,
    client_secret: `${id}_${newId("secret")}`,
    created,
    amount_received: amount,
    latest_charge,
    status: "succeeded",
  });
}

async function listMoneyBack(db: Kysely<DB>): Promise<MoneyBack[]> {
  const found = await db
    .selectFrom("payment_reviews")
    .innerJoin("orders", "orders.id", "payment_reviews.order_id")
    .select([
      "payment_reviews.stripe_transaction_id as id",
      "payment_reviews.stripe_status as status",
      "payment_reviews.amount_pence as amount",
      "payment_reviews.created_at as at",
      "payment_reviews.reason",
      "orders.stripe_transaction_id as payment_intent",
    ])
    .where("reason", "in", ["refunded", "disputed"])
    .where("orders.stripe_transaction_id", "is not", null)
    .$narrowType<{ id: string; status: string; amount: number; payment_intent: string }>()
    .execute();
  const own = await db
    .selectFrom("refunds")
    .select(["id as refund_id", "stripe_refund_id as id", "status", "amount_pence as amount"])
    .select(["created_at as at", "stripe_payment_id as payment_intent"])
    .where("stripe_refund_id", "is not", null)
    .$narrowType<{ id: string }>()
    .execute();
  return [
    ...found.map(({ reason, ...back }) =>
      toMoneyBack(reason === "disputed" ? "dispute" : "refund", back),
    ),
    ...own.map(({ refund_id, ...back }) => ({
      ...toMoneyBack("refund", back),
      metadata: { refund_id },
    })),
  ];
}

type Back = { id: string; status: string; amount: number; at: Date; payment_intent: string };

function toMoneyBack(object: MoneyBack["object"], back: Back): MoneyBack {
  const { id, status, amount, at, payment_intent } = back;
  return {
    id,
    object,
    amount,
    charge: chargeOf(payment_intent),
    created: toSeconds(at),
    currency: "gbp",
    metadata: {},
    payment_intent,
    status,
  };
}

const chargeOf = (payment_id: string) => payment_id.replace(/^pi_/, "ch_");

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);
