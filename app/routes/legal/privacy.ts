import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";

/** The short address of the privacy policy (H-004). */
export function loader() {
  return redirect(paths.legal.privacy(), 301);
}
