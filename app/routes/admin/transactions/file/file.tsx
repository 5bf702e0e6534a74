import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { requestMatterFile } from "#app/domain/matter-files/request-matter-file.server.ts";
import { readNewestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { newIdempotencyKey, withIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { usePolling } from "#app/ui/use-polling.ts";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../../shared/allowed.tsx";
import { pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { StaffPage } from "../../shared/staff-page.tsx";
import { openTransaction } from "../open-transaction.server.ts";

export const handle: PageHandle = { title: titleFromData("Transaction"), part: () => "File" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  const { title, record } = opened;
  if (!record) return data({ title, id: null, file: null, formKey: "" }, init ?? {});
  const reader = await requireActor(request, "look");
  const { id } = record;
  return data({
    title,
    id,
    file: fileView(id, await readNewestCopy(db, reader, { transaction_id: id })),
    formKey: newIdempotencyKey(formName(id)),
  });
}

const formName = (id: string) => `matter-file:${id}`;

const FAILURE = "There was an error while making the file";

/** Queues the job that makes the file. While one is being made, another is not queued. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const key = formText(await readForm(request), "form_key");
  const to = pageOrList(id, paths.admin.matterFile, paths.admin.transactions);
  return runAction({
    run: () =>
      withIdempotencyKey(db, { form: formName(id), key, body: { id } }, (trx) =>
        requestMatterFile(trx, id, { actor }),
      ),
    done: { to, title: "The file is being made", description: "It takes a few minutes." },
    failed: { to, title: "File not made" },
    failure: FAILURE,
    here: to,
  });
}

function fileView(id: string, copy: Awaited<ReturnType<typeof readNewestCopy>>) {
  if (!copy) return null;
  return {
    state: copy.is_over ? ("over" as const) : copy.status,
    asked: adminMoment(copy.created_at),
    until: adminMoment(copy.expires_at),
    size: copy.size_bytes === null ? null : formatFileSize(copy.size_bytes),
    address: paths.admin.matterFileDownload(id, copy.id),
  };
}

type File = ReturnType<typeof fileView>;

export default function MatterFile() {
  const { title, id, file, formKey } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={id ? `File for ${title}` : title}
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        ...(id ? [{ label: title, to: paths.admin.transaction(id) }] : []),
      ]}
    >
      {id ? (
        <Card title="Full matter file" tone={file?.state === "ready" ? "next" : "plain"}>
          <div className="stack">
            <p>
              The file contains a PDF summary, letters, emails, documents with their SHA-256
              digests, events and the audit log. It also has an index.
            </p>
            <FileState file={file} />
            <Progress id={id} making={file?.state === "making"} />
            {file?.state === "making" ? null : <MakeFile id={id} file={file} formKey={formKey} />}
          </div>
        </Card>
      ) : null}
    </StaffPage>
  );
}

function FileState({ file }: { file: File }) {
  if (!file) return <p>No file has been made recently.</p>;
  switch (file.state) {
    case "making":
      return (
        <p>
          Requested on {file.asked}. It takes a few minutes. You don’t need to stay on this page.
        </p>
      );
    case "ready":
      return (
        <>
          <p>
            <strong>The file is ready.</strong> You can download it until {file.until}.
          </p>
          <p>
            <ButtonLink to={file.address} reloadDocument>
              Download file ({file.size})
            </ButtonLink>
          </p>
        </>
      );
    case "over":
      return <p>The file requested on {file.asked} has expired.</p>;
    case "failed":
      return <p>We couldn’t make the file requested on {file.asked}. Make a new one.</p>;
  }
}

const POLL_MS = 2_000;

/** Waits for the file. Without scripts, a link loads the page again. */
function Progress({ id, making }: { id: string; making: boolean }) {
  usePolling(making, POLL_MS);
  return (
    <>
      {/* This element is always rendered, because screen readers announce only changes inside
          it. */}
      <p role="status">{making ? "The file is being made." : ""}</p>
      {making ? (
        <noscript>
          <a href={paths.admin.matterFile(id)}>Check again</a>
        </noscript>
      ) : null}
    </>
  );
}

/** Asks for the file with one button. The page then waits for the file and offers it. */
function MakeFile({ id, file, formKey }: { id: string; file: File; formKey: string }) {
  return (
    <IfPermitted needs="handle">
      <Form method="post" className="stack" data-gap="s" preventScrollReset>
        <input type="hidden" name="form_key" value={formKey} />
        <p className="hint">
          The file contains personal data of everyone on both sides. Do not share it with anyone who
          isn’t allowed to see all of it. You can download it here for 7 days. The history records
          this request and each download.
        </p>
        <div>
          <SubmitButton key={id} kind={file?.state === "ready" ? "secondary" : "primary"}>
            {file ? "Make new file" : "Make file"}
          </SubmitButton>
        </div>
      </Form>
    </IfPermitted>
  );
}
