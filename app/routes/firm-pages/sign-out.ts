import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireFirmPlace } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";
import { signOutOfPage } from "./sign-out.server.ts";

export function loader({ params }: LoaderFunctionArgs) {
  const { side, transaction_id } = requireFirmPlace(params);
  return redirect(paths.firm.page(side, transaction_id));
}

/** Ends the firm’s session. */
export async function action({ request, params }: ActionFunctionArgs) {
  const place = requireFirmPlace(params);
  const to = paths.firm.signIn(place.side, place.transaction_id);
  return signOutOfPage(request, { place, to });
}
