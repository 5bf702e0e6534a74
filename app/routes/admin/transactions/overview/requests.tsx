import { Form } from "@remix-run/react";
import { pluralise } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { UploadFields } from "../documents/upload-fields.tsx";
import { FROM_OVERVIEW } from "../from-overview.ts";
import type { OpenRequest } from "./view.ts";

/** Requests that are not folded. Those to review are first. */
const SHOWN = 3;

/** Renders the document requests that wait for staff or for a customer. */
export function OpenRequests({
  id,
  open,
}: {
  id: string;
  open: { requests: OpenRequest[]; targets: { value: string; label: string }[] } | null;
}) {
  const requests = open?.requests ?? null;
  return (
    <Card
      title="Open requests"
      actions={
        <DialogLink
          needs="handle"
          id="request-document"
          to={paths.admin.requestDocument(id, FROM_OVERVIEW)}
          kind="quiet"
        >
          Ask for a document
        </DialogLink>
      }
    >
      {requests ? null : (
        <Notification kind="error" title="There was an error while fetching the requests" />
      )}
      {requests?.length === 0 ? <p className="hint">No documents to receive or review.</p> : null}
      {requests && requests.length > 0 ? (
        <RequestRows id={id} requests={requests.slice(0, SHOWN)} />
      ) : null}
      {requests && requests.length > SHOWN ? (
        <Details summary={pluralise(requests.length - SHOWN, "more request")}>
          <RequestRows id={id} requests={requests.slice(SHOWN)} />
        </Details>
      ) : null}
      {open ? (
        <IfPermitted needs="handle">
          <Details summary="Upload documents">
            <Form
              method="post"
              action={paths.admin.uploadDocuments(id, FROM_OVERVIEW)}
              encType="multipart/form-data"
              className="form upload-form"
              preventScrollReset
            >
              <UploadFields
                targets={open.targets}
                answers={{ id: "upload-answers", name: "answers" }}
                files={{ id: "upload-files", name: "files" }}
              />
              <Button type="submit" kind="secondary" size="small">
                Upload
              </Button>
            </Form>
          </Details>
        </IfPermitted>
      ) : null}
    </Card>
  );
}

function RequestRows({ id, requests }: { id: string; requests: readonly OpenRequest[] }) {
  return (
    <ul className="overview-requests">
      {requests.map((request) => (
        <li key={request.id}>
          <div>
            <b>{request.title}</b>
            <p className="hint">
              {request.about}
              {request.is_late ? <b data-urgency="amber">, overdue</b> : null}
            </p>
          </div>
          <RequestAction id={id} request={request} />
        </li>
      ))}
    </ul>
  );
}

function RequestAction({ id, request }: { id: string; request: OpenRequest }) {
  if (request.is_received) {
    return (
      <ButtonLink kind="secondary" size="small" to={paths.admin.transactionTab.documents(id)}>
        Review<span className="vh"> {request.title}</span>
      </ButtonLink>
    );
  }
  if (request.is_missing) return null;
  return (
    <DialogLink
      needs="handle"
      id={`remind-${request.id}`}
      to={paths.admin.remindOfRequest(id, request.id, FROM_OVERVIEW)}
      what={`about ${request.title}`}
    >
      Remind
    </DialogLink>
  );
}
