import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  readSearchOrderToSettle,
  settleSearchOrder,
} from "#app/domain/searches/settle-order.server.ts";
import { doOnce, newFormKey } from "#app/forms/form-key.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { SEARCHES_FAILURE } from "../failures.ts";
import { SettleOrderDialog } from "../settle-order-form.tsx";
import { respondToSettling } from "../settle-order.server.ts";

const TITLE = "Settle order of searches";
const VENDOR = { vendor: "OneSearch", idName: "Order reference" };

export const handle: LayoutHandle = { part: TITLE };

/** A key belongs to one transaction's page. */
const formName = (id: string) => `settle-searches ${id}`;

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionSearches, paths.admin.transactions);

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openDialog(request, {
    async read() {
      const order = await readSearchOrderToSettle(db, id);
      return {
        what: "searches",
        our_reference: order?.id ?? "",
        sent: order && adminMoment(order.created_at),
        refusal: order ? null : "The order is settled by now.",
        order_id: order?.id ?? "",
        formKey: newFormKey(formName(id)),
      };
    },
    title: () => TITLE,
    failure: SEARCHES_FAILURE,
    back: tabOf(id),
    opener: "settle-searches",
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return respondToSettling(request, {
    ...VENDOR,
    form: formName(id),
    to: tabOf(id),
    async settle(reference, post, posted) {
      const order_id = formText(posted, "order_id");
      await doOnce(db, post, (trx) => settleSearchOrder(trx, id, { actor, order_id, reference }));
    },
  });
}

export default function SettleSearchOrder() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SettleOrderDialog title={TITLE} {...VENDOR} page={page} result={result} />;
}
