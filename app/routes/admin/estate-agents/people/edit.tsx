import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { PersonDialog, kindAt } from "./person-dialogs.tsx";
import { pagesAt } from "./person-pages.server.ts";

export const handle: PageHandle = { title: titleFromData("Edit") };

/** Changes a valuer or a negotiator: the address says which. */
export const loader = (args: LoaderFunctionArgs) => pagesAt(args.request).edit.loader(args);
export const action = (args: ActionFunctionArgs) => pagesAt(args.request).edit.action(args);

export default function EditPerson() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const kind = kindAt(useLocation().pathname);
  return <PersonDialog kind={kind} title={`Edit ${kind}`} page={page} result={result} />;
}
