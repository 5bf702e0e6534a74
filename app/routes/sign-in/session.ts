import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSession } from "#app/auth/session.server.ts";

/** Returns the user id, for a page restored by Back (ui/elements/restored-page-check.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = (await readSession(request))?.user;
  return new Response(user?.id ?? null, { headers: { "Content-Type": "text/plain" } });
}
