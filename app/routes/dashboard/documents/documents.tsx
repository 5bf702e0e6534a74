import type { SubmissionResult } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import {
  addOwnDocuments,
  MissingDocumentForm,
  readOwnDocuments,
  recordMissing,
} from "#app/domain/documents/own-requests.server.ts";
import { requestNotFound, SOMETHING_ELSE } from "#app/domain/documents/request-states.ts";
import { UPLOAD_HINT } from "#app/domain/documents/uploaded-file.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { toSection } from "#app/domain/property-information/section-groups.ts";
import type { CustomerReader } from "#app/domain/readers/reader.ts";
import { keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, parseForm, readForm, showFormAgain } from "#app/forms/form.server.ts";
import { NO_FILE } from "#app/forms/upload.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paths, type Role } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Card } from "#app/ui/card.tsx";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { saveUpload } from "../../documents/save-upload.server.ts";
import { ContactPart } from "../contact.tsx";
import { SheetPart } from "../sheet.tsx";
import { type Errors, FileList, FORM, RequestList, RequestsToSend, UploadForm } from "./lists.tsx";
import { documentsView } from "./view.ts";

export const handle: PageHandle = { title: "Documents", part: fromData("line_1") };

/** Shows the documents of the reader’s own side of a sale or purchase. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const own = { ...placeOf(params), reader };
  const read = await readOwnDocuments(db, own).catch(asErrorPage);
  return {
    id: read.transaction_id,
    role: roleOf(params),
    line_1: read.address.line_1,
    end: read.end,
    is_own: reader.type === "customer",
    people: read.others_on_side.map(({ first_name }) => first_name),
    contact: await readMatterContact(db, reader, read.transaction_id),
    ...documentsView(read, reader.id),
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

/** Saves uploaded files, or the reason why the reader doesn’t have a document. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireCustomer(request);
  // Staff see the page, but send nothing.
  if (reader.type !== "customer") return asErrorPage(requestNotFound());
  const own = { ...placeOf(params), reader };
  const page = paths.dashboard.documents(roleOf(params), own.transaction_id);
  const isUpload = request.headers.get("Content-Type")?.startsWith("multipart/form-data");
  return isUpload ? upload(request, own, page) : explain(request, own, page);
}

type Own = ReturnType<typeof placeOf> & { reader: CustomerReader };

async function upload(request: Request, own: Own, page: string) {
  await readOwnDocuments(db, own).catch(asErrorPage);
  let count = 0;
  const { form, problems } = await saveUpload(request, own, async (trx, { form, files }) => {
    count = files.length;
    if (count === 0) return;
    const request_id = formText(form, "request") || null;
    await addOwnDocuments(trx, { ...own, request_id, files });
  }).catch(asErrorPage);
  const errors = problems.length === 0 && count === 0 ? [NO_FILE] : problems;
  if (errors.length > 0) return showErrors({ [`files-${formText(form, "request")}`]: [...errors] });
  return redirectWithFlash(pageOf(formText(form, "from"), own) ?? page, {
    kind: "success",
    title: "We’ve received your files",
    description: "We’ll review them and email you if we need anything else.",
  });
}

/** Returns the section of the property information from which files were sent, if it is one. */
function pageOf(from: string, { transaction_id, side }: Own): string | null {
  const section = side === "seller" ? toSection(from) : null;
  return section && paths.dashboard.propertyInformation.section(transaction_id, section);
}

async function explain(request: Request, own: Own, page: string) {
  const posted = await readForm(request);
  const submission = await parseForm(posted, MissingDocumentForm);
  if (submission.status !== "success") {
    const errors = submission.error?.missing_reason ?? [];
    return showErrors(
      { [`reason-${formText(posted, "request")}`]: errors },
      formText(posted, "missing_reason"),
    );
  }
  const { request: request_id, missing_reason } = submission.value;
  try {
    await inTransaction(db, (trx) => recordMissing(trx, { ...own, request_id, missing_reason }));
  } catch (error) {
    if (!(error instanceof ConflictError)) return asErrorPage(error);
    return redirectWithFlash(page, { kind: "info", title: error.message });
  }
  return redirectWithFlash(page, {
    kind: "success",
    title: "Thanks for telling us",
    description: "We’ll review your reason. If we still need the document, we’ll contact you.",
  });
}

function showErrors(errors: Record<string, string[]>, typed = "") {
  return showFormAgain({ status: "error", error: errors }, { typed }, 400);
}

export default function Documents() {
  const { id, role, line_1, end, is_own, people, contact, ...lists } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const lastResult = result?.lastResult ?? null;
  const [form] = useAppForm({ id: FORM, lastResult });
  const errors = errorsOf(lastResult);
  const { to_send, reviewed, done, others } = lists;
  const noun = role === "sell" ? "sale" : "purchase";
  const names = new Intl.ListFormat("en-GB").format(["You", ...people, PRODUCT_NAME]);
  return (
    <Page
      title={keepNumberWithStreet(`Documents for ${line_1}`)}
      back={paths.dashboard[role](id)}
      form={form}
    >
      <div className="split" data-kind="dashboard">
        <div className="stack" data-gap="l">
          <Card
            tone="next"
            title={
              to_send.length > 0
                ? `${pluralise(to_send.length, "document")} for you to send`
                : "No documents to send to us"
            }
          >
            {to_send.length > 0 ? (
              <>
                <p>
                  {UPLOAD_HINT} You can take photos of paper documents.
                  {role === "sell" && is_own && people.length > 0
                    ? " One copy from any of you is enough."
                    : null}
                </p>
                <RequestsToSend
                  requests={to_send}
                  isOwn={is_own}
                  errors={errors}
                  typed={result?.typed}
                />
              </>
            ) : (
              <p>
                {end === "completed"
                  ? `Your ${noun} has completed, so you have no documents left to send.`
                  : end === "over"
                    ? `Your ${noun} isn’t going ahead, so you don’t need to send us anything.`
                    : `We’ll email you if we need a document for your ${noun}.`}
              </p>
            )}
          </Card>
          <RequestList title="We’re reviewing" requests={reviewed} />
          <RequestList title="Done" requests={done} />
          {others.length > 0 ? (
            <section className="stack" aria-labelledby="others">
              <h2 id="others">Other files</h2>
              <FileList files={others} />
            </section>
          ) : null}
        </div>
        <aside className="sheet" aria-label="Other documents and who can see them">
          {is_own ? (
            <SheetPart title={SOMETHING_ELSE}>
              <UploadForm request="" title={SOMETHING_ELSE} errors={errors} kind="secondary" />
            </SheetPart>
          ) : null}
          <SheetPart title="Who can see these">
            <p>
              {names}. We’ll send a document only to a solicitor or search provider who needs it.
            </p>
            <p>
              When we’ve emailed a document to your solicitor, we’ll show the date next to it here.
            </p>
          </SheetPart>
          <SheetPart title="By email">
            <p>
              Reply to any email from us and attach your files. We’ll add them here. Upload bank
              statements and copies of ID on this page, as email is less secure.
            </p>
          </SheetPart>
          <ContactPart contact={contact} noun={noun} line_1={line_1} />
        </aside>
      </div>
    </Page>
  );
}

function errorsOf(result: SubmissionResult | null): Errors {
  const errors = Object.entries(result?.error ?? {});
  return Object.fromEntries(errors.map(([name, texts]) => [name, texts ?? []]));
}
