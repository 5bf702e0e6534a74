import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";

/** Whatever no other address of the staff answers; the layout says so. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "enter");
  throw data(null, { status: 404 });
}

/** Never seen: without it this would be no page, and the 404 a bare text. */
export default function NotFound() {
  return null;
}
