import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import {
  askForUpdate,
  OwnMessageForm,
  readOwnMessages,
  writeOwnMessage,
} from "#app/domain/conversations/own-messages.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import type { CustomerReader } from "#app/domain/readers/reader.ts";
import { keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import {
  formText,
  parseForm,
  readForm,
  showFormAgain,
  showFormRefusal,
} from "#app/forms/form.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paths, type Role } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { FileField, UploadProgress } from "#app/ui/forms/file-field.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import { ContactPart } from "../contact.tsx";
import { saveUpload } from "../../documents/save-upload.server.ts";
import { SheetPart } from "../sheet.tsx";
import { type MessageDay, messagesView, updateView } from "./view.ts";

export const handle: PageHandle = { title: "Messages", part: fromData("line_1") };

/** Number of messages on a page. */
const PAGE = 25;

/** Shows the conversation of the reader’s own side of a sale or purchase. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const own = { ...placeOf(params), reader };
  const after = new URL(request.url).searchParams.get("before") ?? undefined;
  const read = await readOwnMessages(db, own, { limit: PAGE, after }).catch(asErrorPage);
  return {
    id: read.transaction_id,
    role: roleOf(params),
    line_1: read.line_1,
    end: read.end,
    is_own: reader.type === "customer",
    people: read.others_on_side.map(({ first_name }) => first_name),
    days: messagesView(read, reader.id),
    older: read.next,
    contact: await readMatterContact(db, reader, read.transaction_id),
    update: updateView(read, { reader_id: reader.id, now: new Date() }),
    key: newIdempotencyKey("own-message"),
  };
}

type Params = LoaderFunctionArgs["params"];

function roleOf({ role }: Params): Role {
  if (role !== "sell" && role !== "buy") return asErrorPage(transactionNotFound());
  return role;
}

function placeOf(params: Params) {
  const side = roleOf(params) === "sell" ? ("seller" as const) : ("buyer" as const);
  return { transaction_id: params.id ?? "", side };
}

/** Sends a message with its files, or asks for an update. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireCustomer(request);
  // Staff see the page, but send nothing.
  if (reader.type !== "customer") return asErrorPage(transactionNotFound());
  const own = { ...placeOf(params), reader };
  const page = paths.dashboard.messages(roleOf(params), own.transaction_id);
  const isUpload = request.headers.get("Content-Type")?.startsWith("multipart/form-data");
  const isAsking = !isUpload && formText(await readForm(request.clone()), "intent") === "ask";
  return isAsking ? ask(own, page) : send(request, own, page);
}

type Own = ReturnType<typeof placeOf> & { reader: CustomerReader };

async function ask(own: Own, page: string) {
  try {
    await inTransaction(db, (trx) => askForUpdate(trx, own));
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    return redirectWithFlash(page, { kind: "info", title: error.message });
  }
  return redirectWithFlash(page, { kind: "success", title: "You’ve asked for an update" });
}

/** Messages that a customer can send in an hour. */
const MAX_MESSAGES = 20;
const TOO_OFTEN = `You’ve sent ${MAX_MESSAGES} messages in an hour, so this one wasn’t sent. Try again in an hour, or phone us`;

/** Nothing is sent if a file is refused, because the message may be about that file. */
async function send(request: Request, own: Own, page: string) {
  // Answers 404 before any file is stored.
  await readOwnMessages(db, own, { limit: 1 }).catch(asErrorPage);
  const outcome = { is_sent: false };
  const upload = await saveUpload(request, own, async (trx, { form, files, problems }) => {
    const submission = await parseMessage(form);
    if (submission.status !== "success" || problems.length > 0) return;
    const isNew = await writeOwnMessage(trx, { ...own, ...submission.value, files });
    if (isNew) await requireMessageLimit(trx, own.reader);
    outcome.is_sent = true;
  }).catch(asErrorPage);
  if (outcome.is_sent) {
    return redirectWithFlash(page, { kind: "success", title: "Message sent" });
  }
  const problems = [...upload.problems];
  const submission = await parseMessage(upload.form);
  if (problems.includes(TOO_OFTEN)) return showFormRefusal(submission, TOO_OFTEN, 429);
  const fieldErrors: Record<string, string[]> = problems.length > 0 ? { files: problems } : {};
  return showFormAgain(submission.reply({ fieldErrors }), {}, 400);
}

const parseMessage = (form: FormData) => parseForm(form, OwnMessageForm);

/** Consumes a token of the limit. @throws DomainError, which rolls the message back */
async function requireMessageLimit(trx: Db, { id }: CustomerReader) {
  const limit = { key: `own messages ${id}`, limit: MAX_MESSAGES, seconds: 3600 };
  const { ok } = await consumeLimit(trx, limit);
  if (!ok) throw new DomainError(TOO_OFTEN, 429);
}

export default function Messages() {
  const { id, role, line_1, end, is_own, people, days, older, contact, update, key } =
    useLoaderData<typeof loader>();
  const result = useActionData<{ lastResult: SubmissionResult }>();
  const [form, fields] = useAppForm<{ message: string; files: string }>({
    id: "message",
    lastResult: result?.lastResult ?? null,
  });
  const names = new Intl.ListFormat("en-GB").format(["You", ...people, PRODUCT_NAME]);
  const other = role === "sell" ? "the buyer" : "the seller";
  const noun = role === "sell" ? "sale" : "purchase";
  return (
    <Page
      title={keepNumberWithStreet(`Messages about ${line_1}`)}
      back={paths.dashboard[role](id)}
      form={form}
    >
      <div className="split" data-kind="dashboard">
        <div className="stack" data-gap="l">
          {older ? (
            <p>
              <a href={`?before=${older}`}>Older messages</a>
            </p>
          ) : null}
          {end ? (
            <p>
              Your {noun} {end === "completed" ? "has completed" : "isn’t going ahead"}. You can
              still send us a message.
            </p>
          ) : null}
          {days.length === 0 ? <p>No messages yet.</p> : null}
          <Days days={days} />
          {is_own ? (
            <Card title="Send us a message">
              <AppForm form={form} encType="multipart/form-data" data-width="full">
                {/* The files come last, because the server reads the form as a stream. */}
                <input type="hidden" name="key" value={key} />
                <TextArea {...fieldProps(fields.message)} label="Your message" rows={5} />
                <FileField {...fieldProps(fields.files)} label="Files" optional />
                <SubmitButton>Send message</SubmitButton>
                <UploadProgress />
              </AppForm>
              <p className="hint">
                We’ll add your files to <a href={paths.dashboard.documents(role, id)}>Documents</a>.
                You can also reply to any of our emails.
              </p>
            </Card>
          ) : null}
        </div>
        <aside className="sheet" aria-label="Updates and who can read this">
          <SheetPart title={update.title}>
            {update.asked ? <p>{update.asked}</p> : null}
            {update.answer_by && update.is_late ? (
              <p>
                We’re sorry. We should have answered {update.promised_for} by {update.answer_by}.
                We’ll answer as soon as we can.
              </p>
            ) : null}
            {update.answer_by && !update.is_late ? (
              <p>
                We’ll answer {update.promised_for} by <strong>{update.answer_by}</strong>.
              </p>
            ) : null}
            <p>{update.rule}</p>
            {is_own && update.can_ask ? (
              <Form method="post">
                <Button type="submit" name="intent" value="ask" kind="secondary">
                  Ask for an update
                </Button>
              </Form>
            ) : null}
          </SheetPart>
          <SheetPart title="Who can read this">
            <p>
              {names}. Your solicitor and {other} can’t read it.
            </p>
          </SheetPart>
          <ContactPart contact={contact} noun={noun} line_1={line_1} />
          <SheetPart title="Bank details">
            <p>
              We will never email you new bank details. If you get an email like that, do not pay.
              Phone us on a number you already have.
            </p>
          </SheetPart>
        </aside>
      </div>
    </Page>
  );
}

function Days({ days }: { days: readonly MessageDay[] }) {
  return (
    <>
      {days.map(({ day, items }) => (
        <section key={day} className="own-messages" aria-label={day}>
          <h2 className="own-messages-day">{day}</h2>
          <ul>
            {items.map(({ id, is_ours, who, to, when, subject, text, quoted, documents }) => (
              <li key={id} data-look={is_ours ? "ours" : "own"}>
                <div className="own-message-head">
                  <h3>{who}</h3>
                  <span className="hint">{to ? `${to}. ${when}` : when}</span>
                </div>
                {subject ? (
                  <p>
                    <strong>{subject}</strong>
                  </p>
                ) : null}
                {text ? <p className="own-message-text">{text}</p> : null}
                {quoted ? (
                  <details>
                    <summary>Show quoted text</summary>
                    <p className="own-message-text">{quoted}</p>
                  </details>
                ) : null}
                {documents.length > 0 ? (
                  <ul className="file-list">
                    {documents.map(({ id: document_id, name, size, href }) => (
                      <li key={document_id}>
                        <a href={href}>
                          <bdi>{name}</bdi>
                        </a>
                        <span className="hint">{size}</span>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
