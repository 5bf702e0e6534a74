import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { MOST_MATTERS } from "#app/domain/handlers/hand-over.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { readDb } from "#db/connection.ts";
import { NO_HANDLER } from "../shared/handler-filter.server.ts";
import { filters, readListQuery } from "../shared/list.server.ts";
import {
  chosenFilters,
  matterFilters,
  readMatterFilters,
  toFilter,
} from "../shared/matter-filters.server.ts";
import { MatterFilters } from "../shared/matter-filters.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

const TITLE = "Assign matters";

export const handle: PageHandle = { title: TITLE };

const assignQuery = matterFilters.extend({ after: filters.id() });

/**
 * Lists open matters with the filters of the transactions list. Without a query, lists those that
 * have no handler.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "manage_work");
  const asked = readListQuery(request, assignQuery);
  const query = new URL(request.url).search ? asked : { ...asked, handler: NO_HANDLER };
  const filter = { ...(await toFilter(query, reader.id, new Date())), open: true };
  const place = { limit: MOST_MATTERS, after: query.after };
  const { items, next } = await listTransactions(readDb, reader, filter, place);
  return {
    filters: await readMatterFilters(query),
    next: next && paths.admin.assignMatters({ ...chosenFilters(query), after: next }),
    matters: items.map(({ id, number, address, created_at, handler }) => ({
      id,
      number: formatMatterNumber(number),
      address: addressLine(address),
      created: adminDate(created_at),
      handler: handler ?? "No handler",
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
  const { matters, filters: narrowed, next } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title={TITLE}
      lead="Choose matters, then the colleague who will handle them."
      trail={[{ label: "Workload", to: paths.admin.workload() }]}
    >
      <MatterFilters filters={narrowed} clear={paths.admin.assignMatters()} />
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
          <ButtonLink to={next} kind="quiet">
            Next matters
          </ButtonLink>
        </p>
      ) : null}
    </StaffPage>
  );
}
