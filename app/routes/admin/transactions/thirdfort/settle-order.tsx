import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/fields/dates.ts";
import {
  findOrderedCheck,
  readCheckToSettle,
  settleCheckOrder,
} from "#app/domain/identity-checks/settle-order.server.ts";
import { doOnce, newFormKey } from "#app/forms/form-key.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { openDialog } from "../../kit/dialog-pages.server.ts";
import { pageOrList } from "../../kit/page-or-list.ts";
import { CHECKS_FAILURE } from "../failures.ts";
import { SettleOrderDialog } from "../settle-order-form.tsx";
import { respondToSettling } from "../settle-order.server.ts";
import { checkLinkId } from "./view.ts";

const TITLE = "Settle order of check";
const VENDOR = { vendor: "Thirdfort", idName: "Check ID" };

export const handle: LayoutHandle = { part: TITLE };

function readPlace({ id = "", personType = "", personId = "" }: LoaderFunctionArgs["params"]) {
  return { transaction_id: id, person_type: personType, person_id: personId };
}

/** A key belongs to one person's page. */
const formName = (place: ReturnType<typeof readPlace>) =>
  `settle-check ${Object.values(place).join(" ")}`;

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionThirdfort, paths.admin.transactions);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const place = readPlace(params);
  return openDialog(request, {
    async read() {
      const { file_reference, name, check_id, sent_at, refusal } = await readCheckToSettle(
        db,
        place,
      );
      return {
        what: `a check for ${name}`,
        our_reference: file_reference,
        sent: sent_at && adminMoment(sent_at),
        refusal,
        order_id: check_id,
        formKey: newFormKey(formName(place)),
      };
    },
    title: () => TITLE,
    failure: CHECKS_FAILURE,
    back: tabOf(place.transaction_id),
    opener: checkLinkId("settle", place),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const place = readPlace(params);
  return respondToSettling(request, {
    ...VENDOR,
    form: formName(place),
    to: tabOf(place.transaction_id),
    async settle(vendor_id, post, posted) {
      const found = vendor_id === null ? null : await findOrderedCheck(db, place, vendor_id);
      const check_id = formText(posted, "order_id");
      await doOnce(db, post, (trx) => settleCheckOrder(trx, place, { actor, check_id, found }));
    },
  });
}

export default function SettleCheckOrder() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SettleOrderDialog title={TITLE} {...VENDOR} page={page} result={result} />;
}
