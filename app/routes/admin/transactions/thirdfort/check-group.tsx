import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { textOrDash } from "../../kit/cells.tsx";
import { DialogLink } from "../../kit/dialog-link.tsx";
import { FullDetails } from "./full-details.tsx";
import type { GroupView, PersonView } from "./view.ts";

/** The people of one side with their checks; in the older scheme only what staff copy by hand (N-008 to N-017). */
export function CheckGroup({ group, oldScheme }: { group: GroupView; oldScheme: boolean }) {
  const { title, is_active, people, not_checked } = group;
  return (
    <Card
      title={
        <span className="cluster">
          {title}
          {is_active ? <Badge tone="done">Active</Badge> : null}
        </span>
      }
    >
      {oldScheme ? null : (
        <DataTable
          caption={`Checks: ${title}`}
          hideCaption
          list="checks"
          rows={people}
          rowKey={({ key }) => key}
          columns={[
            { key: "name", title: "Name", cell: (person) => <Name person={person} /> },
            { key: "status", title: "Status", cell: (person) => <Status person={person} /> },
            { key: "check", title: "Check ID", cell: ({ check }) => <CheckId check={check} /> },
            { key: "shared", title: "Shared with", cell: ({ shared_with }) => shared_with },
            {
              key: "action",
              title: "Action",
              align: "end",
              cell: (person) => <Action person={person} />,
            },
          ]}
        />
      )}
      {not_checked.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
      <FullDetails group={group} open={oldScheme} />
    </Card>
  );
}

function Name({ person: { name, role } }: { person: PersonView }) {
  return (
    <>
      {name} <span className="hint">{role.toLowerCase()}</span>
    </>
  );
}

/** With what each of its reports came to. */
function Status({ person: { status, hint, reports } }: { person: PersonView }) {
  return (
    <>
      <Badge tone={status.tone}>{status.label}</Badge>
      {hint ? <p className="hint">{hint}</p> : null}
      {reports.length > 0 ? (
        <ul className="check-reports">
          {reports.map(({ type, result }) => (
            <li key={type} data-result={result}>
              {type}: {result}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function CheckId({ check }: { check: PersonView["check"] }) {
  if (!check) return textOrDash(null);
  return (
    <a href={check.url} rel="noreferrer">
      {check.id}
    </a>
  );
}

function Action({ person: { name, action } }: { person: PersonView }) {
  const { label, id, to, refusal } = action;
  return (
    <DialogLink id={id} to={to} what={`check for ${name}`} refusal={refusal}>
      {label}
    </DialogLink>
  );
}
