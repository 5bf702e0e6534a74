import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { overviewOr } from "./from-overview.ts";
import { CorrectForm } from "../users/correct-form.tsx";
import { correctionPage } from "../users/correction.server.ts";

export const handle: LayoutHandle = { part: fromData("title") };

function serverAt(request: Request) {
  const { transactionTab, transactions } = paths.admin;
  const tab = /\/sellers\/people\//.test(request.url)
    ? transactionTab.sellers
    : transactionTab.buyers;
  return correctionPage(
    "party",
    ({ id = "", personId = "" }) => ({ kind: "party", id: personId, transaction_id: id }),
    ({ id = "" }) => pageOrList(id, overviewOr(request, tab), transactions),
  );
}
export const loader = (args: LoaderFunctionArgs) => serverAt(args.request).loader(args);
export const action = (args: ActionFunctionArgs) => serverAt(args.request).action(args);

export default function CorrectPerson() {
  return (
    <CorrectForm page={useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
  );
}
