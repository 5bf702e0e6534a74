import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { UPLOAD_HINT } from "#app/domain/documents/uploaded-file.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { findQuestion, questionsOf } from "#app/domain/property-information/questions.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import {
  AnswersChangedError,
  saveAnswers,
} from "#app/domain/property-information/save-answers.server.ts";
import { readSectionAnswers } from "#app/domain/property-information/section-answers.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm, replyWithValues, showFormAgain } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db, inTransaction } from "#db/connection.ts";
import { UploadForm } from "../documents/lists.tsx";
import { type FieldContext, QuestionField, RequestedDocument } from "./question-fields.tsx";
import {
  otherAnswerText,
  pageAfter,
  readOpened,
  readValues,
  requireSection,
  sectionView,
} from "./section.server.ts";

export const handle: PageHandle = { title: fromData("title"), part: fromData("line_1") };

/** Shows the questions of one section to a seller, with their answers so far. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const { id = "" } = params;
  const section = requireSection(params.section);
  const info = await readOwnPropertyInformation(db, { id, reader }).catch(asErrorPage);
  if (reader.type === "admin")
    throw redirect(paths.admin.transactionTab["property-information"](id));
  return sectionView(info, section, reader.id);
}

/** Page after a submit: the answers that it was opened with, and those of other sellers. */
type Shown = { opened: string | null; others: Record<string, string> };

/** Saves the answers of the page. Empty fields are fine: a section needn’t be finished at once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireCustomer(request);
  const { id = "" } = params;
  const section = requireSection(params.section);
  const form = await readForm(request);
  const info = await readOwnPropertyInformation(db, { id, reader }).catch(asErrorPage);
  const opened = readOpened(form, section);
  const questions = questionsOf(section).filter(({ id: question }) =>
    Object.hasOwn(opened, question),
  );
  const { answers, errors } = readSectionAnswers(
    readValues(form, questions),
    info,
    londonDay(new Date()),
  );
  if (Object.keys(errors).length > 0) {
    const shown: Shown = { opened: formText(form, "opened"), others: {} };
    return showFormAgain({ ...replyWithValues(form), status: "error", error: errors }, shown);
  }
  try {
    const change = { transaction_id: id, user_id: reader.id, opened, answers };
    await inTransaction(db, (trx) => saveAnswers(trx, change));
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    const others = error instanceof AnswersChangedError ? error.others : [];
    const shown: Shown = {
      opened: null,
      others: Object.fromEntries(others.map((each) => [each.question, otherAnswerText(each)])),
    };
    return showFormAgain(
      { ...replyWithValues(form), status: "error", error: { "": [error.message] } },
      shown,
      409,
    );
  }
  if (formText(form, "later")) {
    return redirectWithFlash(paths.dashboard.propertyInformation.sections(id), {
      kind: "success",
      title: "We’ve saved your answers",
    });
  }
  const saved = await readOwnPropertyInformation(db, { id, reader });
  return redirect(pageAfter(saved, { section, shown: Object.keys(opened) }), 303);
}

const FORM = "property-information";

export default function Section() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form] = useAppForm({
    id: FORM,
    lastResult: result?.lastResult ?? null,
    defaultValue: page.values,
  });
  const email = useSupportEmail();
  const context = fieldContext(page, result);
  const names = (id: string) => findQuestion(id)?.label;
  const to = paths.dashboard.propertyInformation;
  return (
    <Page
      title={page.title}
      lead={[`${page.line_1}. Section ${page.number} of ${page.sections}.`, page.last_change]
        .filter(Boolean)
        .join(" ")}
      form={form}
      questionNames={names}
      width="narrow"
      back={to.sections(page.id)}
    >
      {page.known.length > 0 ? (
        <section className="stack" aria-labelledby="known">
          <h2 id="known">Your answers from sign-up</h2>
          <SummaryList
            rows={page.known.map(({ words, answer }) => ({ term: words, description: answer }))}
          />
          <p className="hint">
            If this is wrong, email {email ? <EmailLink email={email} /> : "us"} and we’ll correct
            it.
          </p>
        </section>
      ) : null}
      {page.is_confirmed && !page.is_locked ? (
        <p>
          Your answers are confirmed. If you change one, we’ll send it to your solicitor and mark it
          as changed.
        </p>
      ) : null}
      <AppForm form={form} questionNames={names} className="form question-list">
        <input type="hidden" name="opened" value={result?.opened ?? page.opened} />
        {page.fields.map((field, index) => (
          <QuestionField
            key={field.question.id}
            field={field}
            number={index + 1}
            context={context}
          />
        ))}
        {page.has_ended ? (
          <p>Your sale has ended, so these answers can no longer be changed.</p>
        ) : page.is_locked ? (
          <p>
            Contracts have been exchanged, so these answers can no longer be changed. If one is
            wrong, contact your solicitor.
          </p>
        ) : (
          <p className="cluster submit-row">
            <Button type="submit">Save and continue</Button>
            <Button type="submit" kind="secondary" name="later" value="yes">
              Save and come back later
            </Button>
          </p>
        )}
      </AppForm>
      {page.uploads.length > 0 ? (
        <section className="stack" aria-labelledby="uploads">
          <h2 id="uploads">Documents for your answers</h2>
          <p>
            Save your answers before you upload. {UPLOAD_HINT} You can take photos of paper
            documents.
          </p>
          <ul className="document-list" data-kind="card">
            {page.uploads.map(({ id, label, title }) => (
              <li key={id} id={`upload-${id}`}>
                <h3>{title}</h3>
                <p className="hint">For your answer about: {label}</p>
                <UploadForm
                  request={id}
                  title={title}
                  errors={{}}
                  kind="secondary"
                  action={paths.dashboard.documents("sell", page.id)}
                  from={page.section}
                />
              </li>
            ))}
          </ul>
          <p>
            If you don’t have a document, tell us why on{" "}
            <Link to={paths.dashboard.documents("sell", page.id)}>your documents page</Link>.
          </p>
        </section>
      ) : null}
    </Page>
  );
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type Result = ReturnType<typeof useActionData<typeof action>>;

function fieldContext(page: View, result: Result): FieldContext {
  const typed: Record<string, unknown> = result?.lastResult.initialValue ?? page.values;
  const not_sure = texts(typed.not_sure);
  const errors = result?.lastResult.error ?? {};
  return {
    formId: FORM,
    stateOf: ({ id, kind }) => ({
      value: kind === "several" ? texts(typed[id]) : (texts(typed[id])[0] ?? ""),
      is_not_sure: not_sure.includes(id),
      errors: texts(errors[id]),
    }),
    noteOf: ({ id }) => (
      <>
        {result?.others[id] ? <p className="other-answer">{result.others[id]}</p> : null}
        {(page.documents[id] ?? []).map(({ title, status, upload }) => (
          <RequestedDocument
            key={title}
            title={title}
            status={status}
            link={
              upload === null ? (
                <Link to={paths.dashboard.documents("sell", page.id)}>See your documents</Link>
              ) : (
                <a href={`#upload-${upload}`}>Upload it below</a>
              )
            }
          />
        ))}
      </>
    ),
  };
}

/** Returns a value of the form as a list of texts. */
function texts(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === "string");
}
