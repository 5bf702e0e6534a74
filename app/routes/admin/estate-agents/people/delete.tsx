import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { DeletePersonDialog, kindAt } from "./person-dialogs.tsx";
import { pagesAt } from "./person-pages.server.ts";

export const handle: PageHandle = { title: titleFromData("Delete") };

/** Deletes a valuer or a negotiator: the address says which. */
export const loader = (args: LoaderFunctionArgs) => pagesAt(args.request).delete.loader(args);
export const action = (args: ActionFunctionArgs) => pagesAt(args.request).delete.action(args);

export default function DeletePerson() {
  const page = useLoaderData<typeof loader>();
  return <DeletePersonDialog kind={kindAt(useLocation().pathname)} page={page} />;
}
