import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { encode } from "uqr";
import { z } from "zod";
import { requireProofToEnrol, requireStaffOwnPage } from "#app/auth/guards.server.ts";
import { addTotp, markFactorPassed } from "#app/auth/second-factor.server.ts";
import { newTotpKey, sealKey, totpUri, typedKey, unsealKey } from "#app/auth/totp.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecoveryCodes } from "./recovery-code-list.tsx";

const TITLE = "Set up an authenticator app";

export const handle: PageHandle = { title: TITLE };

/** The response must not be cached, because it contains a secret key. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const formName = (id: string) => `authenticator ${id}`;

const Answer = z.object({
  code: z.string({ error: "Enter the code" }).trim().min(1, "Enter the code").max(20),
});

/**
 * Returns a new key, encrypted in the form. The key is saved once the person has entered a code
 * that proves that the authenticator app has it.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  await requireProofToEnrol(request, user, paths.yourSignIns.authenticator());
  return keyView(newTotpKey(), user);
}

function keyView(key: Buffer, { id, email }: { id: string; email: string }) {
  const { data: modules, size } = encode(totpUri(key, { issuer: PRODUCT_NAME, email }));
  const dark = modules.flatMap((row, y) =>
    row.flatMap((is_dark, x) => (is_dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return {
    form_key: newIdempotencyKey(formName(id)),
    sealed: sealKey(key, id),
    key: typedKey(key).match(/.{4}/g)?.join(" ") ?? "",
    picture: { size, path: dark.join("") },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  await requireProofToEnrol(request, user, paths.yourSignIns.authenticator());
  const form = await readForm(request);
  const submission = await parseForm(form, Answer);
  const sealed = formText(form, "sealed");
  const key = unsealKey(sealed, user.id);
  const again = (lastResult: ReturnType<typeof submission.reply>, status = 400) =>
    data({ codes: null, lastResult, ...keyView(key ?? newTotpKey(), user) }, { status });
  if (submission.status !== "success") return again(submission.reply());
  const { code } = submission.value;
  try {
    const post = { form: formName(user.id), key: formText(form, "form_key"), body: { sealed } };
    const made = await withIdempotencyKey(db, post, async (trx) => {
      const actor = { id: user.id, request_id: requestId() };
      const codes = await addTotp(trx, { actor, sealed, code });
      await markFactorPassed(trx, user);
      return { codes };
    });
    if (made?.codes) return { codes: made.codes };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return again(submission.reply({ fieldErrors: { code: [error.message] } }), error.status);
  }
  return redirectWithFlash(paths.yourSignIns.page(), {
    kind: "success",
    title: "Your authenticator app has been set up",
  });
}

export default function Authenticator() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.codes) return <RecoveryCodes codes={result.codes} />;
  return <SetUp page={result ?? shown} lastResult={result?.lastResult ?? null} />;
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function SetUp({
  page: { form_key, sealed, key, picture },
  lastResult,
}: {
  page: Shown;
  lastResult: Parameters<typeof useAppForm>[0]["lastResult"] | null;
}) {
  const [form, fields] = useAppForm<{ code: string }>({ id: "authenticator", lastResult });
  return (
    <Page
      title={TITLE}
      width="narrow"
      form={form}
      back={paths.yourSignIns.page()}
      lead="You can use any authenticator app."
    >
      <div className="stack" data-gap="l">
        <p>Scan this QR code with the app, or type in the key.</p>
        <svg
          className="qr-code"
          role="img"
          aria-label="QR code with the key"
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          shapeRendering="crispEdges"
        >
          <rect width="100%" height="100%" fill="#fff" />
          <path d={picture.path} fill="#000" />
        </svg>
        <p>
          Key: <code>{key}</code>
        </p>
        <AppForm form={form} formKey={form_key}>
          <input type="hidden" name="sealed" value={sealed} />
          <TextField
            {...fieldProps(fields.code)}
            label="Code"
            hint="The 6-digit code in your app"
            width="10"
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
          />
          <SubmitButton>Set up</SubmitButton>
        </AppForm>
        <SupportContact />
      </div>
    </Page>
  );
}
