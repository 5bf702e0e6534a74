import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireProofToEnrol, requireStaffOwnPage } from "#app/auth/guards.server.ts";
import { addPasskey, passkeyCreation, PasskeyForm } from "#app/auth/passkeys.server.ts";
import { markFactorPassed } from "#app/auth/second-factor.server.ts";
import { readDevice } from "#app/auth/device.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecoveryCodes } from "./recovery-code-list.tsx";

const TITLE = "Add a passkey";

export const handle: PageHandle = { title: TITLE };

/** The response must not be cached, because it may contain recovery codes. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const formName = (id: string) => `passkey ${id}`;

async function readPage(user: { id: string; email: string }) {
  const form_key = newIdempotencyKey(formName(user.id));
  return { form_key, options: await passkeyCreation(db, { user, form_key }) };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  await requireProofToEnrol(request, user, paths.yourSignIns.passkey());
  return { ...(await readPage(user)), name: readDevice(request).device };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  await requireProofToEnrol(request, user, paths.yourSignIns.passkey());
  const form = await readForm(request);
  const submission = await parseForm(form, PasskeyForm);
  const again = async (lastResult: ReturnType<typeof submission.reply>, status = 400) =>
    data({ codes: null, lastResult, ...(await readPage(user)) }, { status });
  if (submission.status !== "success") return again(submission.reply());
  const form_key = formText(form, "form_key");
  const { value } = submission;
  try {
    const post = { form: formName(user.id), key: form_key, body: value };
    const made = await withIdempotencyKey(db, post, async (trx) => {
      const actor = { id: user.id, request_id: requestId() };
      const codes = await addPasskey(trx, { actor, form_key, ...value });
      await markFactorPassed(trx, user);
      return { codes };
    });
    if (made?.codes) return { codes: made.codes };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return again(submission.reply({ formErrors: [error.message] }), error.status);
  }
  return redirectWithFlash(paths.yourSignIns.page(), {
    kind: "success",
    title: "Your passkey has been added",
  });
}

export default function AddPasskey() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ name: string }>({
    id: "passkey",
    lastResult: result && "lastResult" in result ? result.lastResult : null,
    defaultValue: { name: shown.name },
  });
  if (result?.codes) return <RecoveryCodes codes={result.codes} />;
  const { form_key, options } = result ?? shown;
  return (
    <Page
      title={TITLE}
      width="narrow"
      form={form}
      back={paths.yourSignIns.page()}
      lead="A passkey is stored on this device, your phone or a security key. You’ll unlock it with your fingerprint, face or PIN."
    >
      <div className="stack" data-gap="l">
        <pass-key data-does="create" data-options={options}>
          <p data-when="impossible">
            To create a passkey, your browser needs JavaScript and support for passkeys. Without
            them, <Link to={paths.yourSignIns.authenticator()}>set up an authenticator app</Link>{" "}
            instead.
          </p>
          <AppForm form={form} formKey={form_key} hidden>
            <input type="hidden" name="credential" data-credential="" />
            <TextField
              {...fieldProps(fields.name)}
              label="Name"
              hint="So you can recognise it later"
              autoComplete="off"
            />
            <p data-when="failed" className="hint" role="status" />
            <SubmitButton>Add a passkey</SubmitButton>
          </AppForm>
        </pass-key>
        <SupportContact />
      </div>
    </Page>
  );
}
