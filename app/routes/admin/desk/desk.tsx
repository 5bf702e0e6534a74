import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { PLACE } from "#app/domain/desk/desk-place.server.ts";
import { countDesk, listDesk, type Whose } from "#app/domain/desk/desk-lists.server.ts";
import { hasPermission } from "#app/domain/staff/roles.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Column } from "#app/ui/data-table.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { IfPermitted } from "../shared/allowed.tsx";
import { textOrDash } from "../shared/cells.tsx";
import { GrowingTable } from "../shared/growing-table.tsx";
import {
  filters,
  listTitlePart,
  loadMore,
  openList,
  readListPart,
  readListQuery,
} from "../shared/list.server.ts";
import { SideMark } from "../transactions/marks.tsx";
import { readDeskHead, whoseWork } from "./desk-scope.server.ts";
import { DESK_VIEWS, DeskPage, type DeskView, VIEW_LABELS } from "./desk-views.tsx";
import { type ItemView, itemView } from "./item-view.ts";

const TITLE = "Desk";

export const handle: PageHandle = { title: TITLE, part: fromData("part") };

/** Rows of a page, few enough that a query reads at most 200 rows of a table. */
const PAGE_SIZE = 50;

const FAILURE = "There was an error while fetching the desk";

const deskQuery = loadMore.extend({
  after: z.string().regex(PLACE).optional().catch(undefined),
  count: z.coerce.number().int().min(1).max(PAGE_SIZE).optional().catch(undefined),
  view: filters.oneOf(DESK_VIEWS),
  handler: filters.id(),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const reader = await requireAdmin(request, "look");
  const query = readListQuery(request, deskQuery);
  const { view = "mine", handler } = query;
  const now = new Date();
  const head = await readDeskHead(db, reader, handler);
  const { colleague } = head;
  const whose: Whose = colleague
    ? { handlers: [colleague.value] }
    : await whoseWork(db, reader.id, view);
  const scope = { whose, payments: hasPermission(reader.roles, "see_payments") };
  const { status, ...shown } = await openList(
    readListPart(query, {
      size: PAGE_SIZE,
      read: (part) => listDesk(db, reader, scope, part),
      count: () => countDesk(db, scope),
      row: (item) => itemView(item, now),
      to: (next) =>
        paths.admin.desk({
          ...(colleague ? { handler: colleague.value } : view !== "mine" && { view }),
          ...next,
        }),
    }),
    { failure: FAILURE, what: FAILURE },
  );
  const title = colleague ? colleague.label : view === "mine" ? undefined : VIEW_LABELS[view];
  const current: DeskView | null = colleague ? null : view;
  return data(
    {
      part: listTitlePart(query, title),
      current,
      head,
      ...shown,
    },
    { status },
  );
}

const EMPTY: Record<DeskView, string> = {
  mine: "Nothing is waiting for you.",
  everyone: "Nothing is waiting.",
  no_handler: "Everything that’s waiting has a handler.",
};

/** Lists the work that waits, oldest first, each with its reason and one thing to do. */
export default function Desk() {
  const page = useLoaderData<typeof loader>();
  const { current, head } = page;
  const { colleague } = head;
  const fetcher = useFetcher<typeof loader>();
  return (
    <DeskPage title={TITLE} head={head} current={current} what="desk">
      <GrowingTable
        page={page}
        fetcher={fetcher}
        caption={colleague ? `Waiting for ${colleague.label}` : "Waiting, oldest first"}
        list="desk"
        rowHead="why"
        columns={COLUMNS}
        empty={colleague ? `Nothing is waiting for ${colleague.label}.` : EMPTY[current ?? "mine"]}
      />
    </DeskPage>
  );
}

const COLUMNS: readonly Column<ItemView>[] = [
  {
    key: "waiting",
    title: "Waiting for",
    width: "line",
    cell: ({ waits, urgency, since }) => (
      <>
        <span className="desk-first" data-urgency={urgency}>
          {waits}
        </span>
        <span className="desk-second">{since}</span>
      </>
    ),
  },
  {
    key: "why",
    title: "Why",
    cell: ({ why, detail }) => (
      <>
        <span className="desk-first">{why}</span>
        {detail ? (
          <span className="desk-second" title={detail}>
            {detail}
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: "matter",
    title: "Matter",
    cell: ({ matter }) => (matter ? <MatterCell matter={matter} /> : textOrDash(null)),
  },
  {
    key: "handler",
    title: "Handler",
    cell: ({ handler }) => handler ?? <strong>No handler</strong>,
  },
  {
    key: "due",
    title: "Answer by",
    width: "line",
    cell: ({ due }) =>
      due?.tone ? <Badge tone={due.tone}>{due.text}</Badge> : textOrDash(due?.text ?? null),
  },
  { key: "action", title: "Next step", align: "end", cell: (item) => <ItemAction item={item} /> },
];

export function MatterCell({
  matter: { href, number, address, full_address, side, person },
}: {
  matter: NonNullable<ItemView["matter"]>;
}) {
  return (
    <>
      <Link className="desk-first" to={href} title={full_address}>
        {number} {address}
      </Link>
      <span className="desk-second">
        <SideMark side={side} />
        <span className="vh">{side === "seller" ? "Seller: " : "Buyer: "}</span>
        {person}
      </span>
    </>
  );
}

/** Renders the one thing to do: a link to its page, or a button that does the whole work. */
function ItemAction({ item: { action, why, matter } }: { item: ItemView }) {
  const about = <span className="vh">: {matter ? `${why}, ${matter.number}` : why}</span>;
  return (
    <IfPermitted needs={action.needs}>
      {action.submits ? (
        <SubmittedAction action={action} about={about} />
      ) : (
        <ButtonLink to={action.to} kind="secondary" size="small">
          {action.label}
          {about}
        </ButtonLink>
      )}
    </IfPermitted>
  );
}

/** Renders a button that does the work and returns to this view of the desk. */
function SubmittedAction({ action, about }: { action: ItemView["action"]; about: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={action.to} preventScrollReset>
      <input type="hidden" name="from" value={pathname + search} />
      <SubmitButton kind="secondary" size="small">
        {action.label}
        {about}
      </SubmitButton>
    </Form>
  );
}
