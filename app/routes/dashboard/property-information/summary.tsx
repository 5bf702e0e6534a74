import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { ConfirmForm, confirmAnswers } from "#app/domain/property-information/confirm.server.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm, showFormErrors, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db, inTransaction } from "#db/connection.ts";
import { summaryView } from "./summary.server.ts";

export const handle: PageHandle = { title: fromData("title"), part: fromData("line_1") };

/** Shows all answers on one page, numbered, for any of the sellers. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const info = await readOwnPropertyInformation(db, { id, reader }).catch(asErrorPage);
  if (reader.type === "admin") {
    throw redirect(paths.admin.transactionTab["property-information"](id));
  }
  return summaryView(info, reader);
}

/** Confirms the answers with the seller’s name. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { id: user_id } = await requireCustomer(request);
  const submission = await parseForm(request, ConfirmForm);
  if (submission.status !== "success") return showFormErrors(submission);
  let isComplete: boolean;
  try {
    const confirmation = { transaction_id: id, user_id, ...submission.value };
    isComplete = await inTransaction(db, (trx) => confirmAnswers(trx, confirmation));
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    return showFormRefusal(submission, error.message, 409);
  }
  return redirectWithFlash(paths.dashboard.propertyInformation.sections(id), {
    kind: "success",
    title: "Thanks. You’ve confirmed your answers",
    description: isComplete
      ? "We’ll send them to your solicitor."
      : "When every seller has confirmed them, we’ll send them to your solicitor.",
  });
}

export default function Summary() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ name: string }>({
    id: "confirm-answers",
    lastResult: result?.lastResult ?? null,
    defaultValue: { name: "" },
  });
  return (
    <Page
      title={page.title}
      lead={page.address}
      form={form}
      width="narrow"
      back={paths.dashboard.propertyInformation.sections(page.id)}
    >
      <div className="stack" data-gap="l">
        {page.sections.map(({ title, number, to, rows }) => (
          <section key={title} className="stack answers" aria-labelledby={`section-${number}`}>
            <h2 id={`section-${number}`}>
              {number}. {title}
            </h2>
            <SummaryList
              rows={rows.map(({ term, answer, changed }) => ({
                term,
                description: (
                  <>
                    {answer}
                    {changed ? <span className="hint answer-changed">{changed}</span> : null}
                  </>
                ),
              }))}
            />
            {page.is_locked ? null : (
              <p>
                <Link to={to}>
                  Change<span className="vh"> {title}</span>
                </Link>
              </p>
            )}
          </section>
        ))}
        <Card title={page.confirm_title}>
          {page.confirmations.length > 0 ? (
            <ul>
              {page.confirmations.map((text) => (
                <li key={text}>
                  <Badge tone="done">Confirmed</Badge> {text}
                </li>
              ))}
            </ul>
          ) : null}
          {page.can_confirm ? (
            <AppForm form={form}>
              <p>
                By confirming, you say that these answers are true as far as you know. A buyer may
                rely on them. If an answer changes later, change it here and we’ll send it to your
                solicitor.
              </p>
              <input type="hidden" name="seen" value={page.seen} />
              <TextField
                {...fieldProps(fields.name)}
                label="Your full name"
                autoComplete="name"
                width="20"
              />
              <p className="hint">We’ll record today’s date, {page.today}.</p>
              <SubmitButton>Confirm answers</SubmitButton>
            </AppForm>
          ) : (
            <p>{page.confirm_text}</p>
          )}
          <p className="hint">
            Your solicitor may still ask you to complete their own forms. These answers don’t
            replace them.
          </p>
        </Card>
      </div>
    </Page>
  );
}
