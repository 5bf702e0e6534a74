import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";

/** Answers 404 to unknown staff URLs. The staff layout shows the error. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "enter");
  throw data(null, { status: 404 });
}

/** Without a component, even an empty one, the route would send the 404 as plain text. */
export default function NotFound() {
  return null;
}
