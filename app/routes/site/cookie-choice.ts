import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { safePath } from "#app/auth/guards.server.ts";
import { rememberCookieChoice } from "#app/http/cookie-choice.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";

/** Remembers what a visitor allows, and goes back to the page the banner stood on. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const from = form.get("from");
  return redirect((typeof from === "string" ? safePath(from) : undefined) ?? paths.home(), {
    status: 303,
    headers: {
      "Set-Cookie": await rememberCookieChoice(form.get("choice") === "all" ? "all" : "necessary"),
    },
  });
}
