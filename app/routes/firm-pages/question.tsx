import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFirm } from "#app/auth/guards.server.ts";
import { askQuestion, FirmQuestionForm } from "#app/domain/firm-pages/ask-question.server.ts";
import { readFirmPage } from "#app/domain/firm-pages/read-firm-page.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { privateHeaders } from "./headers.ts";
import { saveFirmForm } from "./save-form.server.ts";
import { firmView } from "./view.ts";

export const handle: PageHandle = {
  title: "Ask us a question",
  part: fromData("line_1"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireFirm(request, params);
  const { address, contact } = await readFirmPage(db, reader, new Date()).catch(asErrorPage);
  return {
    firm: firmView(reader),
    line_1: address.line_1,
    handler: contact?.name ?? null,
    email: reader.email,
    person: reader.person_name ?? "",
    key: newIdempotencyKey("firm-question"),
    back: paths.firm.page(reader.side, reader.transaction_id),
  };
}

/** Sends a question, which joins the conversation of the firm’s side. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireFirm(request, params);
  return saveFirmForm(reader, await readForm(request), {
    sent: "question",
    schema: FirmQuestionForm,
    work: (trx, typed) => askQuestion(trx, reader, typed),
    done: "We’ve received your question",
  });
}

export default function Question() {
  const { line_1, handler, email, person, key, back } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ person: string; question: string }>({
    id: "question",
    lastResult: result?.lastResult,
    defaultValue: { person },
  });
  return (
    <Page title="Ask us a question" lead={line_1} back={back} form={form} width="narrow">
      <div className="stack">
        <p>
          {handler ?? "Our team"} will answer by email to {email} within one working day. Your
          clients and the other side won’t see your question on their pages.
        </p>
        <AppForm form={form}>
          <input type="hidden" name="key" value={key} />
          <TextArea {...fieldProps(fields.question)} label="Your question" rows={6} />
          <TextField {...fieldProps(fields.person)} label="Your name" autoComplete="name" />
          <SubmitButton>Send question</SubmitButton>
        </AppForm>
      </div>
    </Page>
  );
}
