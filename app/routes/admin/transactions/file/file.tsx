import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { readNewestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { usePolling } from "#app/ui/use-polling.ts";
import { db } from "#db/connection.ts";
import { DialogLink, WithDialog } from "../../shared/dialog-link.tsx";
import { requireActor } from "../../shared/open-record.server.ts";
import { StaffPage } from "../../shared/staff-page.tsx";
import { openTransaction } from "../open-transaction.server.ts";

export const handle: PageHandle = { title: titleFromData("Transaction"), part: () => "File" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  const { title, record } = opened;
  if (!record) return data({ title, id: null, file: null }, init ?? {});
  const reader = await requireActor(request, "look");
  const { id } = record;
  return data({
    title,
    id,
    file: fileView(id, await readNewestCopy(db, reader, { transaction_id: id })),
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
  const { title, id, file } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={id ? `File for ${title}` : title}
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        ...(id ? [{ label: title, to: paths.admin.transaction(id) }] : []),
      ]}
    >
      {id ? (
        <WithDialog>
          <Card
            title="Full matter file"
            tone={file?.state === "ready" ? "next" : "plain"}
            actions={
              file?.state === "making" ? null : (
                <DialogLink
                  needs="handle"
                  id={`make-file-${id}`}
                  to={paths.admin.makeMatterFile(id)}
                >
                  {file ? "Make new file" : "Make file"}
                </DialogLink>
              )
            }
          >
            <div className="stack">
              <p>
                The file contains a PDF summary, letters, emails, documents with their SHA-256
                digests, events and the audit log. It also has an index.
              </p>
              <FileState file={file} />
              <Progress id={id} making={file?.state === "making"} />
            </div>
          </Card>
        </WithDialog>
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

function Progress({ id, making }: { id: string; making: boolean }) {
  const hydrated = useHydrated();
  usePolling(making, POLL_MS);
  return (
    <>
      {/* This element is always rendered, because screen readers announce only changes inside
          it. */}
      <p role="status">{making ? "The file is being made." : ""}</p>
      {making && !hydrated ? (
        <p>
          <Link to={paths.admin.matterFile(id)}>Refresh</Link>
        </p>
      ) : null}
    </>
  );
}
