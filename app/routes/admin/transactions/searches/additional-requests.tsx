import { Form, Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { textOrDash } from "../../kit/cells.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { RequestView } from "./view.server.ts";

/** What was asked for besides the searches, and the next step of each (O-008, O-036 to O-040). */
export function AdditionalRequests({
  id,
  shown,
  may_request_bill,
}: {
  id: string;
  shown: readonly RequestView[];
  may_request_bill: boolean;
}) {
  return (
    <Card
      title="Additional information requests"
      actions={
        may_request_bill ? (
          <DialogLink id="request-water-bill" to={paths.admin.requestWaterBill(id)}>
            Request water bill
          </DialogLink>
        ) : null
      }
    >
      <DataTable
        caption="Requests and their statuses"
        hideCaption
        list="requests"
        columns={columns(id)}
        rows={shown}
        rowKey={(request) => request.id}
        empty="Nothing has been requested yet."
      />
    </Card>
  );
}

function columns(id: string): readonly Column<RequestView>[] {
  return [
    { key: "request", title: "Request", cell: (request) => <Asked request={request} /> },
    { key: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    { key: "sent", title: "Sent", cell: ({ sent }) => textOrDash(sent) },
    { key: "action", title: "Action", cell: (request) => <Step id={id} request={request} /> },
  ];
}

/** What was asked for, and what has come for it by email. */
function Asked({ request: { type, answer } }: { request: RequestView }) {
  if (!answer) return <>{type}</>;
  return (
    <div>
      {type}
      <span className="row-note">
        <Link to={answer.href}>
          {answer.text}
          <span className="vh">, {type}</span>
        </Link>
      </span>
      {answer.is_proved ? null : <span className="row-note">The sender is not proved</span>}
    </div>
  );
}

function Step({ id, request }: { id: string; request: RequestView }) {
  const { next } = request;
  if (!next) return textOrDash(null);
  return (
    <Form method="post" action={paths.admin.transactionSearches(id)} preventScrollReset>
      <input type="hidden" name="request_id" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
      <Button type="submit" name="status" value={next.status} kind="secondary" size="small">
        {next.label}
        <span className="vh"> {request.type}</span>
      </Button>
    </Form>
  );
}
