import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import {
  changeResult,
  endTransaction,
  findTransaction,
  isOpen,
  postChange,
  type Transaction,
  transactions,
} from "#mocks/thirdfort/transactions.ts";
import { Act } from "./act.tsx";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "Thirdfort", part: fromData("id") };

const SHOWN = 50;

export async function loader({ params }: LoaderFunctionArgs) {
  const { state } = requireDoubles().world;
  const one = params.id ? await findTransaction(state, params.id) : null;
  if (params.id && !one) throw data(null, { status: 404 });
  const shown = one ? [one] : (await state.list(transactions)).slice(0, SHOWN);
  return {
    id: one?.id ?? null,
    checks: shown.map(checkView),
  };
}

function checkView({ id, ref, name, status, request, metadata }: Transaction) {
  return {
    id,
    person: request.actor.name,
    name,
    // The reference of a check is the id of its matter. Checks in the demonstration data have no
    // reference.
    matter: isObjectId(ref) ? paths.admin.transactionTab.thirdfort(ref) : null,
    status,
    is_open: isOpen({ status }),
    recipients: metadata.notify?.data.recipients.map(({ email }) => email).join(", ") ?? "",
    at: formatTime(metadata.created_at),
  };
}

type Check = ReturnType<typeof checkView>;

const ENDS = [
  { name: "closed", status: "closed", result: "clear", label: "Complete" },
  { name: "closed-consider", status: "closed", result: "consider", label: "Complete: consider" },
  { name: "closed-fail", status: "closed", result: "fail", label: "Complete: fail" },
  { name: "failed", status: "failed", result: "clear", label: "Fail" },
  { name: "aborted", status: "aborted", result: "clear", label: "Abort" },
] as const;

const AFTERWARDS = [
  { name: "again", label: "Send webhook again" },
  { name: "clear", label: "Monitoring: clear" },
  { name: "consider", label: "Monitoring: consider" },
] as const;

export async function action({ request, params }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const double = { state: world.state, ...world.thirdfort };
  const form = await request.formData();
  const id = form.get("id");
  if (typeof id !== "string") throw data(null, { status: 400 });
  const intent = form.get("status");
  const end = ENDS.find(({ name }) => name === intent);
  if (end) await endTransaction(double, id, end.status, end.result);
  else if (intent === "clear" || intent === "consider") await changeResult(double, id, intent);
  else await postChange(double, id);
  return redirect(params.id ? paths.mocks.thirdfortCheck(id) : paths.mocks.thirdfort(), 303);
}

export default function Thirdfort() {
  const { checks, id } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Thirdfort"
      lead="Identity checks, newest first. End a check as the person would, and the matter is updated."
      back={paths.mocks.home()}
    >
      <div className="stack" data-gap="l">
        {id ? (
          <p>
            <Link to={paths.mocks.thirdfort()}>All checks</Link>
          </p>
        ) : null}
        <DataTable
          caption="Checks"
          hideCaption
          list="ordered-checks"
          rows={checks}
          rowKey={(check) => check.id}
          empty="No checks yet."
          columns={[
            { key: "id", title: "Check", cell: ({ id }) => <code>{id}</code> },
            { key: "person", title: "Person", cell: ({ person }) => person },
            { key: "name", title: "About", cell: (check) => <About check={check} /> },
            { key: "recipients", title: "Shared with", cell: ({ recipients }) => recipients },
            { key: "status", title: "Status", cell: ({ status }) => <Badge>{status}</Badge> },
            { key: "at", title: "Ordered", cell: ({ at }) => at },
            {
              key: "end",
              title: "End check",
              cell: (check) => <Ends check={check} />,
            },
          ]}
        />
      </div>
    </Page>
  );
}

function About({ check: { name, matter } }: { check: Check }) {
  return matter ? <Link to={matter}>{name}</Link> : name;
}

function Ends({ check: { id, is_open } }: { check: Check }) {
  return (
    <Form method="post" className="cluster">
      <input type="hidden" name="id" value={id} />
      {(is_open ? ENDS : AFTERWARDS).map(({ name, label }) => (
        <Act key={name} name="status" value={name} what={id}>
          {label}
        </Act>
      ))}
    </Form>
  );
}
