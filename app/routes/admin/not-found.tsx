import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";

/** Answers unknown staff URLs with 404. The layout shows it. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request, "enter");
  throw data(null, { status: 404 });
}

/** This empty component is required: a route without one would send the 404 as plain text. */
export default function NotFound() {
  return null;
}
