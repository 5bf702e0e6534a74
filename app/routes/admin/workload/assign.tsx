import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { MOST_MATTERS } from "#app/domain/handlers/hand-over.server.ts";
import { listMattersToAssign } from "#app/domain/handlers/matters-to-assign.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { handlerFilter, readHandlers, readHandlerSelect } from "../shared/handler-filter.server.ts";
import { filters, readListQuery } from "../shared/list.server.ts";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Assign matters";

export const handle: PageHandle = { title: TITLE };

const assignQuery = z.object({ handler: handlerFilter(), after: filters.id() });

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "manage_work");
  const { handler = "none", after } = readListQuery(request, assignQuery);
  const handlers = await readHandlers(readDb, reader.id, handler, new Date());
  const place = { limit: MOST_MATTERS, after };
  const { items, next } = await listMattersToAssign(readDb, reader, handlers, place);
  const { select } = await readHandlerSelect(readDb, handler);
  return {
    select,
    next: next && paths.admin.assignMatters({ handler, after: next }),
    matters: items.map(({ id, number, address, created_at, handler: name }) => ({
      id,
      number: formatMatterNumber(number),
      address: addressLine(address),
      created: adminDate(created_at),
      handler: name ?? "No handler",
    })),
  };
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["matters"][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "choose",
    title: "Choose",
    cell: ({ id, number, address }) => (
      <input type="checkbox" name="matter" value={id} aria-label={`${number}, ${address}`} />
    ),
  },
  { key: "number", title: "Number", cell: ({ number }) => number },
  {
    key: "address",
    title: "Property address",
    width: "wide",
    cell: ({ id, address }) => <Link to={paths.admin.transaction(id)}>{address}</Link>,
  },
  { key: "created", title: "Created date", cell: ({ created }) => created },
  { key: "handler", title: "Handler", cell: ({ handler: name }) => name },
];

/** Lists open matters, newest first, from which a lead chooses the ones for one handler. */
export default function AssignMatters() {
  const { matters, select, next } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      lead="Choose matters, then the colleague who will handle them."
      trail={[{ label: "Workload", to: paths.admin.workload() }]}
    >
      <Filters label="Filter matters">
        <FilterSelect
          name={select.name}
          label="Handler now"
          options={select.options}
          value={select.value}
        />
      </Filters>
      {matters.length > 0 ? (
        <Form method="get" action={paths.admin.confirmAssignment()} className="stack">
          <DataTable
            caption="Matters"
            hideCaption
            rows={matters}
            rowKey={({ id }) => id}
            columns={COLUMNS}
            rowHead="address"
          />
          <p>
            <Button type="submit">Assign to…</Button>
          </p>
        </Form>
      ) : (
        <p>No open matters.</p>
      )}
      {next ? (
        <p>
          <Link to={next}>Next matters</Link>
        </p>
      ) : null}
    </StaffPage>
  );
}
