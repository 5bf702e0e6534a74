import { useLoaderData } from "@remix-run/react";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DeletePersonDialog, deleteTitle } from "./person-dialogs.tsx";
import { coordinatorPages } from "./person-pages.server.ts";

export const handle: LayoutHandle = { part: deleteTitle("coordinator") };

export const loader = coordinatorPages.delete.loader;
export const action = coordinatorPages.delete.action;

export default function DeleteCoordinator() {
  return <DeletePersonDialog kind="coordinator" page={useLoaderData<typeof loader>()} />;
}
