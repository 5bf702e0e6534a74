import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSession } from "#app/auth/session.server.ts";

/**
 * Returns the id of the signed-in user, for a page that Back has restored
 * (ui/elements/restored-page-check.ts).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = (await readSession(request))?.user;
  return new Response(user?.id ?? null, { headers: { "Content-Type": "text/plain" } });
}
