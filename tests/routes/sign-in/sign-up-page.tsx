import "#tests/ui/router.ts";
import SignUp, { action, loader } from "#app/routes/sign-in/sign-up.tsx";
import { get, post } from "#tests/support/call-route.ts";
import { render } from "#tests/ui/render.tsx";
import { signUpForm } from "./visitor.ts";

export const path = "/sell/get-started";
export const send = (change: Record<string, string> = {}, at = path, cookie?: string) =>
  post(action, signUpForm(change), { path: at, ...(cookie && { cookie }) });

export async function show(at: string, options: { actionData?: unknown; cookie?: string } = {}) {
  const { data } = await get(loader, {
    path: at,
    ...(options.cookie && { cookie: options.cookie }),
  });
  return render(<SignUp />, {
    path: at,
    loaderData: Object(data),
    ...(options.actionData !== undefined && { actionData: options.actionData }),
  });
}
