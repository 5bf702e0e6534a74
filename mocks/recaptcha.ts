/**
 * reCAPTCHA's double. A token contains its outcome and, after a colon, its action:
 *
 *     pass:sign_in       a person (the page's script makes these, with a number at the end)
 *     low-score:sign_in  success, with score 0.1
 *     elsewhere:sign_in  success, but made on a different site
 *     expired            "timeout-or-duplicate"
 *     anything else      "invalid-input-response"
 *
 * A token with a number at the end (pass:sign_in:17) works only once, as all real tokens do.
 */

import { http, HttpResponse } from "msw";
import { z } from "zod";
import type { Kind, State } from "./state.ts";

type Options = { state: State; baseUrl: string; hostname: string };

const used: Kind<true> = { vendor: "recaptcha", name: "used-token", shape: z.literal(true) };

const answers: Record<string, { score: number; elsewhere?: true }> = {
  pass: { score: 0.9 },
  "low-score": { score: 0.1 },
  elsewhere: { score: 0.9, elsewhere: true },
};

export function recaptchaHandlers({ state, baseUrl, hostname }: Options) {
  return [
    http.post(`${baseUrl}/siteverify`, async ({ request }) => {
      const form = new URLSearchParams(await request.text());
      const secret = form.get("secret");
      if (!secret) return refuse("missing-input-secret");
      if (secret.includes("invalid")) return refuse("invalid-input-secret");

      const token = form.get("response") ?? "";
      if (!token) return refuse("missing-input-response");
      const [outcome = "", action, number] = token.split(":");
      if (outcome === "expired") return refuse("timeout-or-duplicate");
      const answer = answers[outcome];
      if (!answer) return refuse("invalid-input-response");
      if (number && !(await state.add(used, token, true))) return refuse("timeout-or-duplicate");
      return HttpResponse.json({
        success: true,
        score: answer.score,
        action,
        challenge_ts: new Date().toISOString(),
        hostname: answer.elsewhere ? "elsewhere.example" : hostname,
      });
    }),
  ];
}

function refuse(code: string) {
  return HttpResponse.json({ success: false, "error-codes": [code] });
}

/** Script in place of Google's. It treats every visitor as a person. */
export const recaptchaScript = `window.grecaptcha = {
  ready: (callback) => callback(),
  execute: async (siteKey, { action }) => \`pass:\${action}:\${crypto.randomUUID()}\`,
};
`;
