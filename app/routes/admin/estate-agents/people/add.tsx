import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { PersonDialog, kindAt } from "./person-dialogs.tsx";
import { pagesAt } from "./person-pages.server.ts";

export const handle: LayoutHandle = { part: fromData("title"), longForm: true };

/** Adds a valuer or a negotiator: the address says which. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind, add } = pagesAt(args.request);
  const { data: page, init } = await add.loader(args);
  return data({ ...page, title: `Add ${kind}` }, init ?? {});
}

export const action = (args: ActionFunctionArgs) => pagesAt(args.request).add.action(args);

export default function AddPerson() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const kind = kindAt(useLocation().pathname);
  return (
    <PersonDialog kind={kind} title={page.title} page={page} result={result} submit={page.title} />
  );
}
