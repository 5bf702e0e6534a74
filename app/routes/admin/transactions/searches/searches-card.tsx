import FileText from "lucide-react/icons/file-text";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { ONCE_A_DAY } from "#app/domain/searches/labels.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { textOrDash } from "../../kit/cells.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { SearchLinks } from "./search-links.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { SearchesView } from "./view.server.ts";

type Search = SearchesView["searches"][number];

/** The searches that were ordered, and the way to order them (O-001 to O-006, O-009, O-017 to O-019). */
export function SearchesCard({ id, view }: { id: string; view: SearchesView }) {
  const { button, last_ordered, problem, searches, links } = view;
  return (
    <Card
      title="Searches"
      actions={
        <DialogLink id="order-searches" to={paths.admin.orderSearches(id)}>
          {button}
        </DialogLink>
      }
    >
      <p className="hint">
        {ONCE_A_DAY} {last_ordered}
      </p>
      {problem ? (
        <Notification kind={problem.kind} title={problem.title}>
          <p>{problem.text}</p>
        </Notification>
      ) : null}
      <SearchLinks links={links} />
      <DataTable
        caption="Searches ordered"
        hideCaption
        list="searches"
        columns={columns(id)}
        rows={searches}
        rowKey={(search) => search.id}
        empty="No searches have been ordered yet."
      />
    </Card>
  );
}

function columns(id: string): readonly Column<Search>[] {
  return [
    {
      key: "search",
      title: "Search",
      cell: ({ product, code, reference }) => (
        <div>
          {product}
          <span className="row-note">
            {code}, {reference}
          </span>
        </div>
      ),
    },
    { key: "status", title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    { key: "date", title: "Date", cell: ({ date }) => textOrDash(date) },
    { key: "document", title: "Document", cell: (search) => <Stored id={id} search={search} /> },
  ];
}

/** That a document of the search is kept, and the way to it (O-004). */
function Stored({ id, search }: { id: string; search: Search }) {
  if (!search.stored) return textOrDash(null);
  const marker = (
    <span className="stored">
      <FileText aria-hidden="true" />
      Stored
    </span>
  );
  if (!search.document_id) return marker;
  return (
    <div>
      {marker}{" "}
      <a href={paths.admin.searchDocument(id, search.id)} download>
        Download<span className="vh"> {search.product} search</span>
      </a>
      {search.has_active_content ? (
        <span className="row-note stored" data-warning="">
          <TriangleAlert aria-hidden="true" />
          It can run scripts or holds other files: open it with care.
        </span>
      ) : null}
    </div>
  );
}
