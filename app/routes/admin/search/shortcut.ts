import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireAdmin, safePath } from "#app/auth/guards.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { rememberShortcut } from "./shortcut-choice.server.ts";

/** Turns the "s" shortcut on or off, and returns to the page where the user was (AMB-I05). */
export async function action({ request }: ActionFunctionArgs) {
  await requireAdmin(request, "enter");
  const form = await readForm(request);
  return redirect(safePath(formText(form, "from")) ?? paths.admin.home(), {
    status: 303,
    headers: { "Set-Cookie": await rememberShortcut(formText(form, "shortcut") === "on") },
  });
}
