import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";

/** Responds with 404 to unknown staff URLs. The staff layout shows the error. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "enter");
  throw data(null, { status: 404 });
}

/** Renders nothing, but is required: a route without a component sends its 404 as plain text. */
export default function NotFound() {
  return null;
}
