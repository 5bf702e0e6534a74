import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { clearedCookie, endSession } from "#app/auth/session.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";

export function loader() {
  return redirect(paths.home());
}

/**
 * Ends the session. Clears the cookie even if ending the session fails. Clears the
 * browser’s caches, because without scripts nothing checks a page that Back restores from them
 * (A-032).
 */
export async function action({ request }: ActionFunctionArgs) {
  const setCookie = await endSession(db, request).catch((error: unknown) => {
    report(error);
    return clearedCookie();
  });
  return redirect(paths.signIn({ "sign-out": true }), {
    status: 303,
    headers: { "Set-Cookie": setCookie, "Clear-Site-Data": '"cache"' },
  });
}
