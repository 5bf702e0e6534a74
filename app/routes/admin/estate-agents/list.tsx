import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import {
  type ListedEstateAgent,
  listEstateAgents,
} from "#app/domain/estate-agents/estate-agents.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { yesNoText } from "#app/domain/shared/answers.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { PAGE_SIZES } from "#app/domain/paging/paging.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { sendWhenReachable } from "#app/ui/elements/network-message.ts";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { useDebounced } from "#app/ui/use-debounced.ts";
import { readDb } from "#db/connection.ts";
import { contactOrDash, RowLink, textOrDash } from "../shared/cells.tsx";
import { filters, numberedPages, readListQuery } from "../shared/list.server.ts";
import { NumberedTable } from "../shared/numbered-table.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

export const handle: PageHandle = { title: "Estate Agents" };

const FAILURE = "There was an error while fetching estate agents";

const agentsQuery = numberedPages.extend({ search: filters.search(), brand: filters.id() });

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, agentsQuery);
  const filter = { search: query.search, brand_id: query.brand };
  const found = await nullIfFailed(listEstateAgents(readDb, filter, query), {
    // Name of the error in reports, in the specification’s words (M-020).
    what: "There was an error fetching estate agents",
  });
  if (!found) {
    return data({ query, list: null, brand_options: [], total_of_all: 0 }, { status: 500 });
  }
  const { brands, items, total_of_all, ...page } = found;
  await reader.recordView({ list: "estate_agents", typed: query.search });
  const list = { ...page, items: items.map((agent) => rowView(agent)) };
  const brand_options = brands.map(({ id, brand_name, agents }) => ({
    value: id,
    label: `${brand_name} (${agents})`,
  }));
  return data({ query, list, brand_options, total_of_all });
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

export default function EstateAgents() {
  const { query, list, brand_options, total_of_all } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Estate Agents"
      actions={
        <>
          <ButtonLink to={paths.admin.brands()} kind="secondary" size="small">
            Brands
          </ButtonLink>
          <IfPermitted needs="keep_firms">
            <ButtonLink to={paths.admin.newEstateAgent()} size="small">
              Add estate agent
            </ButtonLink>
          </IfPermitted>
        </>
      }
    >
      <Filters label="Filter estate agents">
        <SearchField name="search" label="Search" value={query.search} />
        <FilterSelect
          name="brand"
          label="Brand"
          all={`All Brands (${total_of_all})`}
          options={brand_options}
          value={query.brand}
        />
        <FilterSelect
          name="size"
          label="Rows per page"
          options={SIZES}
          value={String(query.size)}
        />
      </Filters>
      {list ? (
        <NumberedTable
          caption="Estate agents"
          name="estate-agents"
          columns={columns}
          list={list}
          empty="No estate agents found"
        />
      ) : (
        <Notification kind="error" title={FAILURE} />
      )}
    </StaffPage>
  );
}

type EstateAgentRow = ReturnType<typeof rowView>;

function rowView(agent: ListedEstateAgent) {
  const valuer = agent.primary_valuer;
  return {
    id: agent.id,
    office: agentLabel(agent),
    phone: agent.office_phone_number,
    valuer: valuer && fullName(valuer),
    valuer_email: valuer?.email ?? null,
    valuer_phone: valuer?.phone_number ?? null,
    subscribed: valuer && yesNoText(valuer.is_subscribed),
  };
}

/** Columns, in the same order as in the specification (M-004 to M-009). */
const columns: readonly Column<EstateAgentRow>[] = [
  {
    key: "office",
    title: "Office Name",
    width: "wide",
    cell: (row) => <RowLink to={paths.admin.estateAgent(row.id)}>{row.office}</RowLink>,
  },
  { key: "phone", title: "Office Phone Number", cell: (row) => contactOrDash("phone", row.phone) },
  { key: "valuer", title: "Primary Valuer Name", cell: (row) => textOrDash(row.valuer) },
  {
    key: "valuer_email",
    title: "Primary Valuer Email",
    cell: (row) => contactOrDash("email", row.valuer_email),
  },
  {
    key: "valuer_phone",
    title: "Primary Valuer Phone",
    cell: (row) => contactOrDash("phone", row.valuer_phone),
  },
  {
    key: "subscribed",
    title: "Primary Valuer Subscribed",
    cell: (row) => textOrDash(row.subscribed),
  },
];

/** Delay between the last key press in the search box and the search (M-002). */
export const SEARCH_DELAY_MS = 500;

function SearchField({
  name,
  label,
  value = "",
}: {
  name: string;
  label: string;
  value: string | undefined;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const submit = useSubmit();
  const { run } = useDebounced(SEARCH_DELAY_MS);
  useEffect(() => {
    // If the user is still typing in the search box, its text is left unchanged.
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  const onChange = () =>
    run(() => {
      const form = input.current?.form;
      if (!form) return;
      const send = () => submit(form, { replace: true, preventScrollReset: true });
      void sendWhenReachable({ send, anyway: "Send anyway" });
    });
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        name={name}
        defaultValue={value}
        autoComplete="off"
        onChange={onChange}
      />
    </div>
  );
}
