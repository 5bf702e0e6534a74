import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { listCorrections } from "#app/domain/privacy/corrections.server.ts";
import { listRequests } from "#app/domain/privacy/privacy-requests.server.ts";
import { paths } from "#app/paths.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { textOrDash } from "../shared/cells.tsx";
import { DialogLink, WithDialog } from "../shared/dialog-link.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Data requests";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "handle_privacy");
  const [requests, corrections] = await Promise.all([
    listRequests(db, reader),
    listCorrections(db, reader),
  ]);
  return data({ rows: requests.map(requestView), corrections: corrections.map(correctionView) });
}

const STATES = {
  open: "Waiting",
  erasing: "Being erased",
  erased: "Erased",
  refused: "Refused",
  withdrawn: "Withdrawn by the customer",
};

function requestView(request: Awaited<ReturnType<typeof listRequests>>[number]) {
  const { id, user_id, status, reason, created_at, decided_at } = request;
  return {
    id,
    user_id,
    name: fullName(request),
    asked: adminMoment(created_at),
    is_open: status === "open",
    state: STATES[status],
    decided: decided_at && adminMoment(decided_at),
    reason,
  };
}

const OUTCOMES = { open: "Waiting", corrected: "Corrected", refused: "Not changed" };

function correctionView(request: Awaited<ReturnType<typeof listCorrections>>[number]) {
  const { id, user_id, status, request_text, answer, created_at, decided_at } = request;
  return {
    id,
    user_id,
    name: fullName(request),
    asked: adminMoment(created_at),
    is_open: status === "open",
    state: OUTCOMES[status],
    decided: decided_at && adminMoment(decided_at),
    request_text,
    answer,
  };
}

export default function PrivacyRequests() {
  const { rows, corrections } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      lead="You must reply to each request within one month. Before you erase someone, we’ll show you what must be kept."
      trail={[{ label: "Users", to: paths.admin.users() }]}
    >
      <WithDialog>
        <div className="stack" data-gap="l">
          <DataTable
            caption="Erasure requests"
            list="privacy-requests"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty="No requests yet."
          />
          <DataTable
            caption="Correction requests"
            list="corrections"
            columns={CORRECTIONS}
            rows={corrections}
            rowKey={({ id }) => id}
            empty="No requests yet."
          />
        </div>
      </WithDialog>
    </StaffPage>
  );
}

type Row = ReturnType<typeof requestView>;
type Correction = ReturnType<typeof correctionView>;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ user_id, name }) => <Link to={paths.admin.user(user_id)}>{name}</Link>,
    width: "wide",
  },
  { key: "asked", title: "Requested", cell: ({ asked }) => asked, width: "line" },
  { key: "state", title: "Status", cell: ({ state }) => state },
  { key: "decided", title: "Decided", cell: ({ decided }) => textOrDash(decided), width: "line" },
  { key: "reason", title: "Reason", cell: ({ reason }) => textOrDash(reason), width: "wide" },
  {
    key: "actions",
    title: "Action",
    cell: ({ id, is_open, name }) =>
      is_open ? (
        <div className="cluster">
          <DialogLink
            needs="erase"
            id={`carry-out-${id}`}
            to={paths.admin.carryOutErasure(id)}
            what={name}
          >
            Erase
          </DialogLink>
          <DialogLink
            needs="handle_privacy"
            id={`refuse-${id}`}
            to={paths.admin.refuseErasure(id)}
            what={`${name}’s request`}
          >
            Refuse
          </DialogLink>
        </div>
      ) : null,
  },
];

const CORRECTIONS: readonly Column<Correction>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ user_id, name }) => <Link to={paths.admin.user(user_id)}>{name}</Link>,
    width: "wide",
  },
  { key: "asked", title: "Requested", cell: ({ asked }) => asked, width: "line" },
  {
    key: "request_text",
    title: "What’s wrong",
    cell: ({ request_text }) => request_text,
    width: "wide",
  },
  { key: "state", title: "Status", cell: ({ state }) => state },
  { key: "decided", title: "Answered", cell: ({ decided }) => textOrDash(decided), width: "line" },
  { key: "answer", title: "Answer", cell: ({ answer }) => textOrDash(answer), width: "wide" },
  {
    key: "actions",
    title: "Action",
    cell: ({ id, is_open, name }) =>
      is_open ? (
        <DialogLink
          needs="handle_privacy"
          id={`answer-${id}`}
          to={paths.admin.answerCorrection(id)}
          what={`${name}’s request`}
        >
          Answer
        </DialogLink>
      ) : null,
  },
];
