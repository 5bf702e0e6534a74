import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSession } from "#app/auth/session.server.ts";

/** Says whose browser it is, for a page that Back has restored (ui/elements/session-check.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = (await readSession(request))?.user;
  return new Response(user?.id ?? null, { headers: { "Content-Type": "text/plain" } });
}
