import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { paths } from "#app/paths.ts";

/** Redirects staff to the list of matters (I-001). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "enter");
  return redirect(paths.admin.transactions());
}
