import { useActionData, useLoaderData } from "@remix-run/react";
import {
  readSearchOrderToSettle,
  settleSearchOrder,
} from "#app/domain/searches/search-orders.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { SEARCHES_FAILURE } from "../failures.ts";
import { ResolveOrderDialog } from "../resolve-order-form.tsx";
import { resolveOrderPage } from "../resolve-order.server.ts";

const TITLE = "Resolve search order";
const VENDOR = { vendor: "OneSearch", idName: "Order reference" };

export const handle: LayoutHandle = { part: TITLE };

const server = resolveOrderPage({
  ...VENDOR,
  title: TITLE,
  failure: SEARCHES_FAILURE,
  place: ({ id = "" }) => id,
  form: (id) => `settle-searches ${id}`,
  tab: (id) => pageOrList(id, paths.admin.transactionTab.searches, paths.admin.transactions),
  opener: () => "settle-searches",
  async read(id, reader) {
    const order = await readSearchOrderToSettle(db, reader, id);
    return {
      order_id: order?.id ?? "",
      what: "searches",
      our_reference: order?.id ?? "",
      sent_at: order?.created_at ?? null,
      refusal: order ? null : "This order has already been resolved.",
    };
  },
  // OneSearch documents no way to look up an order, so the reference that staff enter is not
  // checked.
  find: (_id, reference) => Promise.resolve(reference),
  settle: (trx, id, { actor, order_id, found }) =>
    settleSearchOrder(trx, id, { actor, order_id, reference: found }),
});
export const loader = server.loader;
export const action = server.action;

export default function ResolveSearchOrder() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ResolveOrderDialog title={TITLE} {...VENDOR} page={page} result={result} />;
}
