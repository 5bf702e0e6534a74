import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import {
  saveEmailChoices,
  EmailChoicesForm,
  listSubscribedKinds,
} from "#app/domain/notifications/email-opt-outs.server.ts";
import { EMAIL_KINDS, SERVICE_EMAILS } from "#app/domain/notifications/email-kinds.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { showFormErrors, parseForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { listProps } from "#app/ui/forms/field-props.ts";
import { QuestionPage } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Your emails";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  return { wanted: await listSubscribedKinds(db, await requireCustomer(request)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { id: user_id } = await requireCustomer(request);
  const submission = await parseForm(request, EmailChoicesForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { wanted } = submission.value;
  await inTransaction(db, (trx) => saveEmailChoices(trx, { user_id, wanted }));
  return redirectWithFlash(paths.yourEmails.page(), {
    kind: "success",
    title: "Your preferences have been saved",
    description: "They apply to all your sales and purchases.",
  });
}

export default function YourEmails() {
  const { wanted } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ wanted: string[] }>({
    id: "your-emails",
    lastResult: result?.lastResult ?? null,
    defaultValue: { wanted },
  });
  return (
    <QuestionPage
      title={TITLE}
      lead="We’ll email you when something happens with your sale or purchase. Untick any emails you don’t want."
      back={paths.welcomeBack()}
      form={form}
      aside={<AlwaysSent />}
    >
      <AppForm form={form}>
        <Checkboxes
          {...listProps(fields.wanted)}
          legend="Which emails do you want?"
          hint="We won’t send these between 8pm and 8am. If several things happen within 10 minutes, we’ll put them in one email."
          options={EMAIL_KINDS.map(({ kind, label, about }) => ({
            value: kind,
            label: (
              <>
                <strong>{label}</strong>
                <br />
                {about}
              </>
            ),
          }))}
        />
        <SubmitButton>Save preferences</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}

function AlwaysSent() {
  return (
    <Card title="You’ll always get emails about" tone="warm">
      <div className="prose">
        <ul>
          {SERVICE_EMAILS.map((about) => (
            <li key={about}>{about}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
