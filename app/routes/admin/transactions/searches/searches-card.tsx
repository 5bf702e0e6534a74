import { Form } from "@remix-run/react";
import FileText from "lucide-react/icons/file-text";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { ONCE_A_DAY, type RequestStatus, type SearchStatus } from "#app/domain/searches/labels.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import type { SearchesView } from "./view.server.ts";

type Search = SearchesView["searches"][number];

/**
 * Renders the searches, and the button that orders them (O-001 to O-006, O-009, O-017 to O-019).
 */
export function SearchesCard({ id, view }: { id: string; view: SearchesView }) {
  const { button, last_ordered, problem, not_taken, searches, links } = view;
  return (
    <Card
      title="Searches"
      actions={
        <DialogLink needs="handle" id="order-searches" to={paths.admin.orderSearches(id)}>
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
          {problem.is_open ? (
            <div className="cluster">
              <DialogLink
                needs="put_right"
                id="settle-searches"
                to={paths.admin.settleSearchOrder(id)}
              >
                Resolve order
              </DialogLink>
            </div>
          ) : null}
        </Notification>
      ) : null}
      {not_taken.length > 0 ? <UnprocessedMessages id={id} problems={not_taken} /> : null}
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
    {
      key: "status",
      title: "Status",
      cell: ({ status, provider_status }) => (
        <div>
          <StatusBadge status={status} />
          {provider_status ? (
            <span className="row-note">OneSearch status: {provider_status}</span>
          ) : null}
        </div>
      ),
    },
    { key: "date", title: "Date", cell: ({ date }) => textOrDash(date) },
    { key: "document", title: "Document", cell: (search) => <Stored id={id} search={search} /> },
  ];
}

function UnprocessedMessages({
  id,
  problems,
}: {
  id: string;
  problems: SearchesView["not_taken"];
}) {
  return (
    <Notification kind="warning" title="We couldn’t process everything OneSearch sent">
      <p>Get the missing results from OneSearch. We’ve saved each message as it arrived.</p>
      <ul className="not-taken">
        {problems.map(({ id: problem_id, search, reason, sent, at }) => (
          <li key={problem_id}>
            <span>
              {search ? <strong>{search}: </strong> : null}
              {reason}
              {sent ? (
                <>
                  {" "}
                  Sent as <q>{sent}</q>.
                </>
              ) : null}{" "}
              <span className="hint">{at}</span>
            </span>
            <IfPermitted needs="handle">
              <Form
                method="post"
                action={paths.admin.transactionTab.searches(id)}
                preventScrollReset
              >
                <input type="hidden" name="problem_id" value={problem_id} />
                <Button type="submit" kind="secondary" size="small">
                  Mark as resolved
                  <span className="vh"> {[search, reason].filter(Boolean).join(": ")}</span>
                </Button>
              </Form>
            </IfPermitted>
          </li>
        ))}
      </ul>
    </Notification>
  );
}

/** Shows that a search’s document is stored, with a link to download it (O-004). */
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
          This file may contain scripts or other files. Open it with care.
        </span>
      ) : null}
    </div>
  );
}

/**
 * Renders links to a map, to HM Land Registry and to the order (O-017 to O-019). The link to HM
 * Land Registry also copies the postcode. Without JavaScript, the user can select the postcode as
 * text (AMB-O04).
 */
function SearchLinks({ links }: { links: SearchesView["links"] }) {
  const { map, land_registry, postcode, provider } = links;
  const [copied, setCopied] = useState(false);
  const copy = () => {
    if (!postcode || !("clipboard" in navigator)) return;
    navigator.clipboard.writeText(postcode).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <ul className="search-links">
      <li>
        <a href={map} {...ELSEWHERE}>
          Maps
          <NewTab />
        </a>
      </li>
      <li>
        <a href={land_registry} {...ELSEWHERE} onClick={copy}>
          Land registry
          <NewTab />
        </a>
        {postcode ? <CopyButton compact label="Postcode" value={postcode} /> : null}
        <span role="status" className="hint">
          {copied ? "Copied: Postcode" : ""}
        </span>
      </li>
      {provider ? (
        <li>
          <a href={provider.url} {...ELSEWHERE}>
            Order {provider.reference}
            <span className="vh"> at OneSearch</span>
            <NewTab />
          </a>
        </li>
      ) : null}
    </ul>
  );
}

const ELSEWHERE = { target: "_blank", rel: "noopener noreferrer" } as const;

function NewTab() {
  return <span className="vh"> (opens in a new tab)</span>;
}

/** Colours of the statuses. Amber means that we must act, and blue that someone else must. */
const TONES = {
  "in progress": "wait",
  cancelled: "plain",
  complete: "done",
  pending: "act",
  sent: "wait",
  received: "done",
  forwarded: "done",
} as const satisfies Record<SearchStatus | RequestStatus, string>;

/** Renders a status exactly as it is stored. CSS capitalises it (O-002, O-005, O-036). */
export function StatusBadge({ status }: { status: SearchStatus | RequestStatus }) {
  return (
    <Badge tone={TONES[status]}>
      <span className="status-word">{status}</span>
    </Badge>
  );
}
