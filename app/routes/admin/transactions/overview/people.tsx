import { Form, Link } from "@remix-run/react";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { contactOrDash, textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { FROM_OVERVIEW } from "../from-overview.ts";
import type { FirmRow, peopleView, PersonRow } from "./view.ts";

type Row = { key: string; person?: PersonRow; firm?: FirmRow };

/** Renders the people and firms of a matter with their phone numbers and identity checks. */
export function People({
  id,
  people,
}: {
  id: string;
  people: ReturnType<typeof peopleView> | null;
}) {
  if (!people) {
    return (
      <Card title="People">
        <Notification kind="error" title="There was an error while fetching the people" />
      </Card>
    );
  }
  const rows: Row[] = [
    ...people.people.map((person) => ({ key: person.id, person })),
    ...people.firms.map((firm) => ({ key: firm.key, firm })),
  ];
  return (
    <Card
      title="People"
      actions={
        people.can_order ? (
          <DialogLink
            needs="handle"
            id="order-checks"
            to={paths.admin.orderChecks(id, FROM_OVERVIEW)}
            kind="quiet"
          >
            Order ID checks
          </DialogLink>
        ) : null
      }
    >
      <DataTable
        caption="People of this matter"
        hideCaption
        list="overview-people"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { key: "person", title: "Person", cell: (row) => <Name row={row} /> },
          {
            key: "role",
            title: "Role",
            width: "line",
            cell: ({ person, firm }) => person?.role ?? firm?.role ?? "",
          },
          { key: "phone", title: "Phone", width: "line", cell: (row) => <Phone row={row} /> },
          {
            key: "state",
            title: "ID check",
            width: "line",
            cell: ({ person }) =>
              person ? <Badge tone={person.tone}>{person.state}</Badge> : textOrDash(null),
          },
          { key: "action", title: "Action", align: "end", cell: (row) => <RowAction row={row} /> },
        ]}
      />
      {people.represented.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
    </Card>
  );
}

function Name({ row: { person, firm } }: { row: Row }) {
  if (person) return person.name;
  if (!firm?.firm || !firm.firm_page) return <span className="hint">Not assigned</span>;
  return (
    <>
      {firm.name} <Link to={firm.firm_page}>{firm.firm}</Link>
    </>
  );
}

function Phone({ row: { person, firm } }: { row: Row }) {
  if (!person) return contactOrDash("phone", firm?.phone ?? null);
  return (
    <div className="overview-phone">
      {contactOrDash("phone", person.phone)}
      <IfPermitted needs="handle">
        <PhoneForm person={person} />
      </IfPermitted>
    </div>
  );
}

/**
 * Renders a folded form for the phone number alone. The form submits the other details
 * unchanged to the page that corrects a person, which shows errors and edit conflicts.
 */
function PhoneForm({ person: { id, name, phone, to, details } }: { person: PersonRow }) {
  const field = `phone-${id}`;
  return (
    <details className="in-place">
      <summary>
        Edit<span className="vh"> {name}’s phone number</span>
      </summary>
      <Form method="post" action={to} preventScrollReset>
        <input type="hidden" name="opened" value={JSON.stringify(details)} />
        {Object.entries(details).map(([key, value]) =>
          key === "phone_number" ? null : (
            <input key={key} type="hidden" name={key} value={value} />
          ),
        )}
        <label htmlFor={field} className="vh">
          {name}’s mobile number
        </label>
        <input
          // The new key shows the saved number again.
          key={phone}
          className="input"
          type="tel"
          id={field}
          name="phone_number"
          autoComplete="off"
          defaultValue={formatPhone(phone ?? "")}
        />
        <Button type="submit" kind="secondary" size="small">
          Save<span className="vh"> {name}’s phone number</span>
        </Button>
      </Form>
    </details>
  );
}

function RowAction({ row: { person, firm } }: { row: Row }) {
  if (person) {
    return (
      <DialogLink
        needs="handle"
        id={`correct-${person.id}`}
        to={person.to}
        kind="quiet"
        what={`${person.name}’s details`}
      >
        Correct
      </DialogLink>
    );
  }
  if (!firm) return null;
  const { key, link, role } = firm;
  return (
    <DialogLink
      needs={link.needs}
      id={`firm-${key}`}
      to={link.to}
      kind="quiet"
      what={`the ${role.toLowerCase()}`}
    >
      {link.text}
    </DialogLink>
  );
}
