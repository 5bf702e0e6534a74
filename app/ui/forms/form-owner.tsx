import { useRouteLoaderData } from "@remix-run/react";

/** Whose form it is: when the session ends before it is sent, what was typed is kept for that person. */
export function FormOwner() {
  const page = useRouteLoaderData<{ owner?: string }>("routes/layouts/signed-in");
  return page?.owner ? <input type="hidden" name="owner" value={page.owner} /> : null;
}
