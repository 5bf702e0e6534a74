import { useActionData, useLoaderData } from "@remix-run/react";
import {
  DocumentEmailForm,
  emailDocuments,
  planDocumentEmail,
  sharedIds,
  type ShareProblem,
} from "#app/domain/documents/share-documents.server.ts";
import { MAX_EMAILED_BYTES, sizeOf } from "#app/domain/documents/email-size.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { paths } from "#app/paths.ts";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { listProps } from "#app/ui/forms/field-props.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { GoBack } from "../../shared/confirm-dialog.tsx";
import { addPage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { pageOrList } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { sharedText } from "./view.ts";

export const handle: PageHandle = { title: "Email documents to a solicitor" };

const server = addPage({
  needs: "handle",
  ids: ({ id = "", side = "" }) => ({ id, side }),
  form: ({ id, side }) => `email-documents ${side} ${id}`,
  readExtra: ({ id, side }, reader) => readShown(reader, id, requireSide(side)),
  schema: DocumentEmailForm,
  create: (trx, form, { actor }, { id, side }) =>
    emailDocuments(trx, { transaction_id: id, side: requireSide(side) }, { ...form, actor }),
  done: "The documents are on their way",
  failures: { read: FETCH_FAILURE, write: "There was an error while emailing the documents" },
  back: ({ id }) => pageOrList(id, paths.admin.transactionTab.documents, paths.admin.transactions),
  opener: ({ side }) => `email-documents-${side}`,
});
export const loader = server.loader;
export const action = server.action;

function requireSide(side: string): Side {
  if (side !== "seller" && side !== "buyer") throw new NotFoundError("Page not found");
  return side;
}

const PROBLEMS: Record<ShareProblem, string> = {
  checking: "we’re still checking this file for viruses",
  infected: "this file has a virus",
  too_large: `larger than the ${formatFileSize(MAX_EMAILED_BYTES)} that an email can carry. Download it and send it another way`,
};

async function readShown(reader: StaffReader, transaction_id: string, side: Side) {
  const { solicitor, documents, refusal } = await planDocumentEmail(db, reader, {
    transaction_id,
    side,
  });
  return {
    title: `Email documents to the ${side}’s solicitor`,
    refusal,
    name: solicitor?.name ?? "",
    email: solicitor?.email ?? "",
    cc: solicitor?.cc ?? [],
    shared: sharedIds(documents),
    documents: documents.map(({ id, title, file_name, size_bytes, problem, shares }) => ({
      id,
      title,
      about: [file_name, formatFileSize(size_bytes)].join(", "),
      problem: problem && PROBLEMS[problem],
      shared: shares.map(sharedText),
      size_bytes,
    })),
  };
}

type Shown = Awaited<ReturnType<typeof readShown>>;

/** Renders the form in which staff choose the documents to email to a side’s solicitor. */
export default function EmailDocuments() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { extra, back } = page;
  if (extra?.refusal) {
    return (
      <RouteDialog title={extra.title} back={back} openerId={page.opener}>
        <p>{extra.refusal}</p>
        <GoBack to={back} />
      </RouteDialog>
    );
  }
  const { title = "", documents = [], email = "", shared = "" } = extra ?? {};
  const possible = documents.filter(({ problem }) => !problem);
  const unsent = possible.filter((document) => document.shared.length === 0);
  return (
    <FormDialog<{ documents: string[]; email: string; shared: string }>
      id="email-documents"
      title={title}
      page={{ ...page, typed: { documents: unsent.map(({ id }) => id) } }}
      result={result}
      submit="Email documents"
      submitDisabled={possible.length === 0}
    >
      {(fields) => (
        <>
          {extra ? <Recipients {...extra} /> : null}
          {/* The values are those of the page, so that a second attempt confirms what it shows. */}
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="shared" value={shared} />
          {possible.length > 0 ? (
            <Checkboxes
              {...listProps(fields.documents)}
              legend="Documents"
              hint={`${totalText(possible)}An email can carry ${formatFileSize(MAX_EMAILED_BYTES)}. Those that were emailed before aren’t ticked.`}
              options={possible.map((document) => ({
                value: document.id,
                label: <DocumentLabel document={document} />,
              }))}
            />
          ) : null}
          <Impossible documents={documents.filter(({ problem }) => problem)} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns the total size of several documents as a sentence; empty for one. */
function totalText(documents: readonly { size_bytes: number }[]) {
  if (documents.length < 2) return "";
  return `All of these are ${formatFileSize(sizeOf(documents))}. `;
}

function Recipients({ name, email, cc }: Pick<Shown, "name" | "email" | "cc">) {
  return (
    <>
      <p>
        We’ll email the documents to <strong>{name}</strong> ({email}), as attachments of one email.
        This can’t be undone.
      </p>
      {cc.length > 0 ? <p>We’ll send a copy to {cc.join(", ")}.</p> : null}
    </>
  );
}

function DocumentLabel({ document }: { document: Shown["documents"][number] }) {
  const { title, about, shared } = document;
  return (
    <>
      {title}
      <span className="hint">
        <bdi>{about}</bdi>
      </span>
      {shared.map((text) => (
        <span key={text} className="hint">
          {text}
        </span>
      ))}
    </>
  );
}

function Impossible({ documents }: { documents: Shown["documents"] }) {
  if (documents.length === 0) return null;
  return (
    <div>
      <p>You can’t email these:</p>
      <ul>
        {documents.map(({ id, title, about, problem }) => (
          <li key={id}>
            {title} (<bdi>{about}</bdi>): {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
