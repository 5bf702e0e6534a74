import { recaptchaScript } from "#mocks/recaptcha.ts";
import { requireDoubles } from "./doubles.server.ts";

export function loader() {
  requireDoubles();
  return new Response(recaptchaScript, {
    headers: { "Content-Type": "text/javascript; charset=utf-8" },
  });
}
