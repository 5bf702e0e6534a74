import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { agreeToShare } from "#app/domain/property-information/confirm.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { readOwnPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { ContactPart } from "../contact.tsx";
import { SheetPart } from "../sheet.tsx";
import { type SectionsView, sectionsView } from "./sections.server.ts";

export const handle: PageHandle = { title: "Property information", part: fromData("line_1") };

/** Lists the sections with their states, for any of the sellers. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const info = await readOwnPropertyInformation(db, { id, reader }).catch(asErrorPage);
  if (reader.type === "admin") {
    throw redirect(paths.admin.transactionTab["property-information"](id));
  }
  const contact = await readMatterContact(db, reader, id);
  return { ...sectionsView(info, reader.id), contact };
}

/** Records that the sellers agree to share their answers, or no longer do. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const { id: user_id } = await requireCustomer(request);
  const agrees = formText(await readForm(request), "share") === "agree";
  const here = paths.dashboard.propertyInformation.sections(id);
  try {
    await inTransaction(db, (trx) => agreeToShare(trx, { transaction_id: id, user_id, agrees }));
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    return redirectWithFlash(here, { kind: "info", title: error.message });
  }
  return redirectWithFlash(here, {
    kind: "success",
    title: agrees
      ? "Thanks. We can now share your answers"
      : "We won’t share your answers with anyone else",
  });
}

export default function Sections() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title="Property information" lead={page.address} back={paths.dashboard.sell(page.id)}>
      <div className="split" data-kind="dashboard">
        <div className="stack" data-gap="l">
          <NextStep page={page} />
          {page.groups.map(({ title, sections }) => (
            <section key={title} className="section-group" aria-label={title}>
              <h2>{title}</h2>
              <ul className="sections">
                {sections.map((section) => (
                  <li key={section.to} data-next={section.is_next || undefined}>
                    <div>
                      <Link to={section.to}>{section.title}</Link>
                      <span className="hint">
                        {section.detail}
                        {section.to_send ? (
                          <strong> Document for you to send: {section.to_send}</strong>
                        ) : null}
                      </span>
                    </div>
                    <Badge tone={section.tone}>{section.state}</Badge>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <Confirm page={page} />
        </div>
        <aside className="sheet" aria-label="About these questions">
          {page.documents.length > 0 ? (
            <SheetPart title="Documents">
              <ul>
                {page.documents.map(({ title, status, due }, index) => (
                  <li key={index}>
                    {title}: <strong>{status}</strong>
                    {due ? `. ${due}` : null}
                  </li>
                ))}
              </ul>
              <p>
                <Link to={paths.dashboard.documents("sell", page.id)}>
                  {page.documents.some(({ due }) => due) ? "Send documents" : "See all documents"}
                </Link>
              </p>
            </SheetPart>
          ) : null}
          <SheetPart title="Who can answer">
            <p>
              {page.who_answers}, on any device. Each section shows who answered it. We don’t share
              your answers with your buyer’s solicitor or your estate agent unless one of the
              sellers agrees.
            </p>
          </SheetPart>
          <SheetPart title="Your solicitor’s forms">
            <p>
              Your solicitor may still ask you to complete their own forms. These answers don’t
              replace them.
            </p>
          </SheetPart>
          <SheetPart title="Download">
            <p>
              <a href={page.pdf}>Your answers as a PDF</a>
            </p>
            <p>
              <a href={page.json}>Your answers as data (JSON)</a>
            </p>
          </SheetPart>
          <ContactPart contact={page.contact} noun="sale" line_1={page.line_1} />
        </aside>
      </div>
    </Page>
  );
}

function NextStep({ page }: { page: SectionsView }) {
  const { done, total, next, due } = page;
  return (
    <Card title={page.heading} tone={next ? "next" : "plain"}>
      {page.is_locked ? null : (
        <p className="meter">
          <label htmlFor="sections-done">
            <strong>
              {done} of {total} sections done
            </strong>
          </label>
          <progress id="sections-done" max={total} value={done}>
            {done} of {total}
          </progress>
        </p>
      )}
      <p>{page.text}</p>
      {due ? (
        <p>
          {due.is_late ? "Please finish your answers as soon as you can: " : "Finish your answers "}
          <strong>{due.text}</strong>.
        </p>
      ) : null}
      {page.due_later ? <p>{page.due_later}</p> : null}
      {next ? (
        <p className="cluster">
          <ButtonLink to={next.to}>{next.button}</ButtonLink>
          <span className="hint">Next: {next.title}</span>
        </p>
      ) : null}
    </Card>
  );
}

function Confirm({ page }: { page: SectionsView }) {
  if (!page.is_confirmed) {
    if (page.is_locked) return null;
    return (
      <Card title="Check and confirm">
        <p>
          When all {page.total} sections are done, you’ll see your answers on one page.{" "}
          {page.who_confirms} We’ll then send them to {page.solicitor}.
        </p>
        {page.to_summary ? (
          <p>
            <ButtonLink to={page.to_summary} kind={page.next ? "secondary" : "primary"}>
              Check your answers
            </ButtonLink>
          </p>
        ) : null}
        {page.left_text ? <p className="hint">{page.left_text}</p> : null}
      </Card>
    );
  }
  return (
    <Card title="Share your answers">
      <p>
        {page.is_shared
          ? "We may share your answers with your buyer’s solicitor and your estate agent."
          : "Your buyer’s solicitor will ask for this information. If you agree, we can send your answers to your buyer’s solicitor and to your estate agent."}
      </p>
      {page.agreed_text ? <p className="hint">{page.agreed_text}</p> : null}
      {page.shared_texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {page.is_locked ? null : (
        <Form method="post">
          <SubmitButton
            kind={page.is_shared ? "secondary" : "primary"}
            name="share"
            value={page.is_shared ? "end" : "agree"}
          >
            {page.is_shared ? "Stop sharing" : "Agree to share"}
          </SubmitButton>
        </Form>
      )}
      {page.is_shared ? (
        <p className="hint">
          If you stop sharing, firms that have your answers already will still have them.
        </p>
      ) : null}
      <p>
        <Link to={paths.dashboard.propertyInformation.summary(page.id)}>See all your answers</Link>
      </p>
    </Card>
  );
}
