import { data, redirect } from "@remix-run/node";
import { asLeadsVisitor } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { emailAddress } from "#app/domain/shared/names.server.ts";
import { MAX_LEADS } from "#app/domain/leads/lead-choices.ts";
import { LeadsForm, submitLeads, type Valuer, findValuer } from "#app/domain/leads/leads.server.ts";
import {
  newIdempotencyKey,
  withIdempotentRedirect,
  readIdempotencyKey,
} from "#app/forms/form-key.server.ts";
import { parseForm, unvalidatedReply } from "#app/forms/form.server.ts";
import { applyListButton } from "#app/forms/list-buttons.server.ts";
import {
  requireLimits,
  RateLimitError,
  clientIp,
  refundLimits,
  type Limit,
  consumeLimit,
} from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";

const FAILED = "Failed to submit leads. Please try again.";

const formName = (email: string) => `leads ${email.toLowerCase()}`;

export function leadsKey(email: string): string {
  return newIdempotencyKey(formName(email));
}

export function isOurForm(form: FormData, email: string): boolean {
  const key = form.get("form_key");
  return typeof key === "string" && readIdempotencyKey(formName(email), key) !== null;
}

/**
 * Adds a lead, removes a lead unless it is the only one, or submits all leads (G-040, G-041, G-060,
 * AMB-G10).
 */
export async function respondToLeads(
  request: Request,
  {
    form,
    email,
    valuer,
  }: {
    form: FormData;
    email: string;
    valuer: Valuer;
  },
) {
  const pressed = applyListButton(form, { leads: { max: MAX_LEADS, min: () => 1 } });
  const submission = await parseForm(form, LeadsForm);
  const again = (problem: string, status: number, formKey?: string) => {
    const lastResult = submission.reply({ formErrors: [problem] });
    return data({ lastResult, formKey }, { status });
  };
  if (pressed) return data({ lastResult: unvalidatedReply(submission), formKey: undefined });
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), formKey: undefined }, { status: 400 });
  }
  const { leads, form_key: key } = submission.value;
  try {
    const post = { form: formName(email), key, body: leads };
    const location = await withIdempotentRedirect(db, post, async (trx) => {
      await requireLimits(trx, leadsLimits(request, valuer));
      await submitLeads(trx, { valuer, leads });
      return paths.leads.success();
    });
    return redirect(location, { status: 303 });
  } catch (error) {
    if (error instanceof RateLimitError) return again(errorTexts["too-many"], 429);
    // The form needs a new idempotency key, because this one has been used.
    if (error instanceof ConflictError) return again(error.message, error.status, leadsKey(email));
    report(error, { what: "submitting leads" });
    return again(FAILED, 500);
  }
}

/**
 * Looks up valuers by the email address in the URL, without sign-in. The lookups have a rate limit
 * (AMB-G06).
 */

const LOAD_FAILURE = "Failed to load valuer information. Please check the email address.";

const AN_HOUR = { limit: 20, seconds: 60 * 60 };

const NOBODY: Lookup = { valuer: null, status: 404, problem: LOAD_FAILURE };

export type Lookup =
  | { valuer: Valuer }
  | { valuer: null; status: number; problem: string; retryAfterSeconds?: number };

/**
 * Returns the rate limits of the form. The limit per valuer and IP address is lower than the limit
 * per valuer, so that one stranger cannot use up the valuer’s limit.
 */
function leadsLimits(request: Request, valuer: Valuer): Limit[] {
  const network = clientIp(request);
  return [
    { key: `leads:${valuer.id}:${network}`, ...AN_HOUR },
    { key: `leads:${valuer.id}`, ...AN_HOUR, limit: 100 },
    { key: `leads-network:${network}`, ...AN_HOUR, limit: 100 },
  ];
}

/**
 * Looks up a valuer. The result is cached until the end of the request (G-059, G-062). Only unknown
 * email addresses count towards the rate limit, because the people in an office share its IP
 * address. `counted` is false for a submit of this page’s own form.
 */
export function lookUp(
  request: Request,
  typed: string,
  { counted }: { counted: boolean },
): Promise<Lookup> {
  return memo(`valuer ${typed}`, async () => {
    const email = emailAddress().safeParse(typed).data;
    if (!email) return NOBODY;
    const key = `leads-lookup:${clientIp(request)}`;
    try {
      const consumed = counted ? await consumeLimit(db, { key, ...AN_HOUR }) : null;
      if (consumed?.ok === false) return tooMany(consumed.retryAfterSeconds);
      const valuer = await findValuer(db, asLeadsVisitor(email));
      if (!valuer) return NOBODY;
      if (consumed) await refundLimits(db, consumed.tokens);
      return { valuer };
    } catch (error) {
      report(error, { what: "loading a valuer" });
      return { valuer: null, status: 500, problem: LOAD_FAILURE };
    }
  });
}

function tooMany(retryAfterSeconds: number): Lookup {
  return { valuer: null, status: 429, problem: errorTexts["too-many"], retryAfterSeconds };
}
