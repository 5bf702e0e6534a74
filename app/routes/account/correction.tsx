import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { CorrectionForm, requestCorrection } from "#app/domain/privacy/corrections.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { showFormErrors, parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { QuestionPage } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";

const TITLE = "Ask us to correct your data";

export const handle: PageHandle = { title: TITLE };

const FORM = "correction";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCustomer(request);
  return { form_key: newIdempotencyKey(FORM) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { id: user_id } = await requireCustomer(request);
  const submission = await parseForm(request, CorrectionForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { request_text, form_key: key } = submission.value;
  try {
    const post = { form: FORM, key, body: { user_id, request_text } };
    const asked = await withIdempotencyKey(db, post, (trx) =>
      requestCorrection(trx, { user_id, request_text }),
    );
    return await redirectWithFlash(
      paths.yourData.page(),
      asked === false
        ? {
            kind: "info",
            title: "You’ve already asked for a correction",
            description: "We’ll answer that one first.",
          }
        : {
            kind: "success",
            title: "You’ve asked us to correct your data",
            description: "Someone on our team will review it and email you.",
          },
    );
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return showFormRefusal(submission, error.message, error.status);
  }
}

export default function Correction() {
  const { form_key } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ request_text: string }>({
    id: "correction",
    lastResult: result?.lastResult ?? null,
  });
  return (
    <QuestionPage
      title={TITLE}
      lead="Tell us which information is wrong and what it should be. We’ll reply within one month."
      form={form}
      back={paths.yourData.page()}
    >
      <AppForm form={form} formKey={form_key}>
        <TextArea
          {...fieldProps(fields.request_text)}
          label="What should we correct?"
          hint="If the information is about a particular sale or purchase, tell us which one."
          rows={6}
        />
        <p>
          You can <Link to={paths.yourData.details()}>change your phone number and address</Link>{" "}
          yourself until your sale or purchase completes.
        </p>
        <SubmitButton>Send request</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}
