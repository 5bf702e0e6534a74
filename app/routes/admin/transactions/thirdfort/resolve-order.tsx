import { useActionData, useLoaderData } from "@remix-run/react";
import {
  findOrderedCheck,
  readCheckToResolve,
  resolveCheckOrder,
} from "#app/domain/identity-checks/thirdfort-results.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { pageOrList } from "../../shared/open-record.server.ts";
import { CHECKS_FAILURE } from "../failures.ts";
import { ResolveOrderDialog } from "../resolve-order-form.tsx";
import { resolveOrderPage } from "../resolve-order.server.ts";
import { checkLinkId } from "./view.ts";

const TITLE = "Resolve check order";
const VENDOR = { vendor: "Thirdfort", idName: "Check ID" };

export const handle: LayoutHandle = { part: TITLE };

const server = resolveOrderPage({
  ...VENDOR,
  title: TITLE,
  failure: CHECKS_FAILURE,
  place: ({ id = "", personType = "", personId = "" }) => ({
    transaction_id: id,
    person_type: personType,
    person_id: personId,
  }),
  form: (place) => `settle-check ${Object.values(place).join(" ")}`,
  tab: ({ transaction_id }) =>
    pageOrList(transaction_id, paths.admin.transactionTab.thirdfort, paths.admin.transactions),
  opener: (place) => checkLinkId("settle", place),
  async read(place, reader) {
    const { file_reference, name, check_id, ...order } = await readCheckToResolve(
      db,
      reader,
      place,
    );
    return {
      ...order,
      order_id: check_id,
      what: `a check on ${name}`,
      our_reference: file_reference,
    };
  },
  find: (place, check_id, reader) => findOrderedCheck(db, reader, place, check_id),
  settle: (trx, place, { actor, order_id, found }) =>
    resolveCheckOrder(trx, place, { actor, check_id: order_id, found }),
});
export const loader = server.loader;
export const action = server.action;

export default function ResolveCheckOrder() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ResolveOrderDialog title={TITLE} {...VENDOR} page={page} result={result} />;
}
