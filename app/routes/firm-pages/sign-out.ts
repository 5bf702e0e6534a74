import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endFirmSession } from "#app/auth/firm-sessions.server.ts";
import { requireFirmPlace } from "#app/auth/guards.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";

export function loader({ params }: LoaderFunctionArgs) {
  const { side, transaction_id } = requireFirmPlace(params);
  return redirect(paths.firm.page(side, transaction_id));
}

/** Ends the firm’s session, and clears the browser’s caches, as when a customer signs out. */
export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireFirmPlace(params);
  const setCookie = await endFirmSession(db, request, place);
  const to = paths.firm.signIn(place.side, place.transaction_id);
  const headers = new Headers({ "Clear-Site-Data": '"cache"' });
  headers.append("Set-Cookie", setCookie);
  return redirectWithFlash(to, { kind: "success", title: "You’ve signed out" }, { headers });
}
