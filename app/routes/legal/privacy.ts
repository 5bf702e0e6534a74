import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";

/** Redirects the short URL of the privacy policy to its page (H-004). */
export function loader() {
  return redirect(paths.legal.privacy(), 301);
}
