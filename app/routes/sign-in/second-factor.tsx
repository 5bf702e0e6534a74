import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { Transaction } from "kysely";
import { z } from "zod";
import { requireFactorHolder, safePath } from "#app/auth/guards.server.ts";
import { passkeyRequest, verifyPasskey } from "#app/auth/passkeys.server.ts";
import {
  markFactorPassed,
  readFactors,
  recordLockedOut,
  recordRefusedFactor,
  consumeAttempt,
  consumeRecoveryCode,
  consumeTotp,
  type FactorKind,
  FACTOR_KINDS,
} from "#app/auth/second-factor.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { refundLimits } from "#app/limits/limits.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

const TITLE = "Confirm it’s you";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

const formName = ({ session_id }: SignedIn) => `second-factor ${session_id}`;

const Answer = z.object({
  code: z.string({ error: "Enter the code" }).trim().min(1, "Enter the code").max(20_000),
});

const WRONG: Readonly<Record<FactorKind, string>> = {
  passkey: "We didn’t recognise this passkey. Try again",
  totp: "That code is wrong or has already been used. Wait for a new code and try again",
  recovery: "That recovery code is wrong or has already been used. Try another one",
};

/**
 * Asks staff for their second factor after sign-in, and again before an action that can’t be
 * undone.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireFactorHolder(request);
  const form_key = newIdempotencyKey(formName(user));
  const { totp_since, codes_left } = await readFactors(db, user.id);
  const query = new URL(request.url).searchParams;
  return {
    form_key,
    again: query.get("again") === "true",
    redirect_to: safePath(query.get("redirectTo")) ?? "",
    passkey: await passkeyRequest(db, { user_id: user.id, form_key }),
    has_totp: totp_since !== null,
    codes_left,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireFactorHolder(request);
  const form = await readForm(request);
  const way = FACTOR_KINDS.find((known) => known === formText(form, "way")) ?? "totp";
  const submission = await parseForm(form, Answer);
  const refuse = (message: string, status: number) =>
    data(
      { sent: way, lastResult: submission.reply({ fieldErrors: { code: [message] } }) },
      { status },
    );
  if (submission.status !== "success") {
    return data({ sent: way, lastResult: submission.reply() }, { status: 400 });
  }
  const actor = { id: user.id, request_id: requestId() };
  const tried = await consumeAttempt(db, { user, way });
  if (!tried.ok) {
    await nullIfFailed(recordLockedOut(db, actor), { what: "writing down a locked-out try" });
    const wait = pluralise(Math.ceil(tried.retryAfterSeconds / 60), "minute");
    return refuse(`Too many attempts. Try again in ${wait}`, 429);
  }
  const { code } = submission.value;
  const form_key = formText(form, "form_key");
  try {
    const post = { form: formName(user), key: form_key, body: { way, code } };
    await withIdempotencyKey(db, post, async (trx) => {
      if (!(await isRight(trx, { way, code, form_key, user }))) throw new DomainError(WRONG[way]);
      await markFactorPassed(trx, user);
    });
  } catch (error) {
    if (error instanceof ConflictError) return refuse("This page has expired. Try again", 409);
    if (!(error instanceof DomainError)) throw error;
    // Record the refusal in a separate transaction, because the attempt’s transaction has been
    // rolled back.
    const written = recordRefusedFactor(db, { actor, way });
    await nullIfFailed(written, { what: "writing down a refused second factor" });
    return refuse(error.message, 400);
  }
  await refundLimits(db, tried.tokens);
  const to = safePath(formText(form, "redirect_to")) ?? paths.admin.home();
  return redirect(to, 303);
}

type Shown = { way: FactorKind; code: string; form_key: string; user: SignedIn };

function isRight(trx: Transaction<DB>, { way, code, form_key, user }: Shown): Promise<boolean> {
  switch (way) {
    case "passkey":
      return verifyPasskey(trx, { user_id: user.id, form_key, credential: code });
    case "totp":
      return consumeTotp(trx, user.id, code);
    case "recovery":
      return consumeRecoveryCode(trx, { actor: { id: user.id, request_id: requestId() }, code });
  }
}

export default function SecondFactor() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page
      title={TITLE}
      width="narrow"
      lead={
        page.again
          ? "This can’t be undone, so please confirm it’s you again."
          : "You’ve used your sign-in link. Next, use your second factor."
      }
    >
      <div className="stack" data-gap="l">
        {page.passkey ? <PasskeyCard options={page.passkey} /> : null}
        {page.has_totp ? (
          <CodeCard
            way="totp"
            title="Authenticator app"
            label="Code"
            hint="The 6-digit code in your app"
          />
        ) : null}
        <CodeCard
          way="recovery"
          title="Lost it?"
          label="Recovery code"
          hint={`Enter one of your saved recovery codes (${page.codes_left} left). If you’ve lost them, ask an administrator to reset your second factor.`}
        />
        <p>
          <Link to={paths.signIn()}>Sign in with a different account</Link>
        </p>
        <SupportContact />
      </div>
    </Page>
  );
}

function useWay(way: FactorKind) {
  const result = useActionData<typeof action>();
  return useAppForm<{ code: string }>({ id: way, lastResult: resultOf(way, result) });
}

function Carried({ way }: { way: FactorKind }) {
  const { redirect_to } = useLoaderData<typeof loader>();
  return (
    <>
      <input type="hidden" name="way" value={way} />
      <input type="hidden" name="redirect_to" value={redirect_to} />
    </>
  );
}

function PasskeyCard({ options }: { options: string }) {
  const { form_key } = useLoaderData<typeof loader>();
  const [form, fields] = useWay("passkey");
  return (
    <Card title="Passkey" tone="next">
      {fields.code.errors ? <Notification kind="error" title={WRONG.passkey} /> : null}
      <pass-key data-options={options} data-does="get">
        <p data-when="impossible">
          This browser can’t use passkeys. Choose another way to sign in below.
        </p>
        <AppForm form={form} formKey={form_key} hidden>
          <Carried way="passkey" />
          <input type="hidden" name="code" data-credential="" />
          <p data-when="failed" className="hint" role="status" />
          <SubmitButton>Use your passkey</SubmitButton>
        </AppForm>
      </pass-key>
    </Card>
  );
}

function CodeCard({
  way,
  title,
  label,
  hint,
}: {
  way: "totp" | "recovery";
  title: string;
  label: string;
  hint: string;
}) {
  const { form_key } = useLoaderData<typeof loader>();
  const [form, fields] = useWay(way);
  return (
    <Card title={title}>
      <AppForm form={form} formKey={form_key}>
        <Carried way={way} />
        <TextField
          {...fieldProps(fields.code)}
          label={label}
          hint={hint}
          width={way === "totp" ? "10" : "20"}
          autoComplete={way === "totp" ? "one-time-code" : "off"}
          inputMode={way === "totp" ? "numeric" : "text"}
          spellCheck={false}
        />
        <SubmitButton kind={way === "totp" ? "primary" : "secondary"}>Continue</SubmitButton>
      </AppForm>
    </Card>
  );
}
