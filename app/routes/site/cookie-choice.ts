import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { safePath } from "#app/auth/guards.server.ts";
import {
  COOKIE_SERVICES,
  readCookieChoice,
  rememberCookieChoice,
} from "#app/server/cookie-choice.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const from = form.get("from");
  const choice = await readCookieChoice(request);
  for (const service of COOKIE_SERVICES) {
    if (form.has(service)) choice[service] = form.get(service) === "yes";
  }
  return redirect((typeof from === "string" ? safePath(from) : undefined) ?? paths.home(), {
    status: 303,
    headers: { "Set-Cookie": await rememberCookieChoice(choice) },
  });
}
