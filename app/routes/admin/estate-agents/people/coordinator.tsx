import { useActionData, useLoaderData } from "@remix-run/react";
import type { LayoutHandle } from "#app/ui/page.ts";
import { PersonDialog } from "./person-dialogs.tsx";
import { coordinatorPages } from "./person-pages.server.ts";

const TITLE = "Office coordinator";

// Of the office, whose name its title keeps: unlike those of valuers and negotiators, who have a page each.
export const handle: LayoutHandle = { part: TITLE };

export const loader = coordinatorPages.edit.loader;
export const action = coordinatorPages.edit.action;

export default function EditCoordinator() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <PersonDialog kind="coordinator" title={TITLE} page={page} result={result} />;
}
