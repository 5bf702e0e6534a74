import { Form } from "@remix-run/react";
import { type DateParts, fromDateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useHasPermission } from "../../shared/allowed.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { ActionLink } from "../actions/action-link.tsx";
import { BuyerLinks } from "../actions/buyer-links.tsx";
import { FROM_OVERVIEW } from "../from-overview.ts";
import type { DatesView } from "./view.ts";

/** Renders the agreed price and the dates of a purchase, each in a separate form. */
export function PriceAndDates({
  id,
  dates,
  isRead,
  canEmail,
}: {
  id: string;
  dates: DatesView | null;
  isRead: boolean;
  /** True if the firms can be emailed about the buyer. */
  canEmail: boolean;
}) {
  if (!dates) {
    return (
      <Card title="Price and dates">
        {isRead ? (
          <>
            <p className="hint">No buyers yet.</p>
            <BuyerLinks id={id} has_active={false} has_released={false} />
          </>
        ) : (
          <Notification kind="error" title="There was an error while fetching the dates" />
        )}
      </Card>
    );
  }
  const { price, is_active, to, first, others } = dates;
  return (
    <Card
      title="Price and dates"
      actions={
        <DialogLink needs="handle" id="all-dates" to={to} kind="quiet" what="in one form">
          Edit all dates
        </DialogLink>
      }
    >
      <div className="overview-dates">
        <p>
          <span>Agreed price</span> <b>{price}</b>
          {is_active ? null : <span className="hint"> (purchase not active)</span>}{" "}
          <ActionLink id={id} kind="change_agreed_price">
            Change<span className="vh"> the agreed price</span>
          </ActionLink>
        </p>
        <BuyerLinks id={id} has_active={is_active} has_released={false} />
        {first.map((date) => (
          <OneDate key={date.name} date={date} dates={dates} />
        ))}
      </div>
      {canEmail ? (
        <div>
          <DialogLink
            needs="handle"
            id="send-buyer-found"
            to={paths.admin.buyerFound(id, FROM_OVERVIEW)}
            kind="quiet"
          >
            Send buyer found email
          </DialogLink>
        </div>
      ) : null}
      <Details summary="More dates">
        <div className="overview-dates">
          {others.map((date) => (
            <OneDate key={date.name} date={date} dates={dates} />
          ))}
        </div>
      </Details>
    </Card>
  );
}

type ShownDate = DatesView["first"][number];

const PARTS = [
  { part: "day", label: "Day", size: 2 },
  { part: "month", label: "Month", size: 2 },
  { part: "year", label: "Year", size: 4 },
] as const;

/**
 * Renders the form of one date. The form submits the other dates unchanged to the page of all
 * dates, which asks about unlikely dates and shows errors and edit conflicts.
 */
function OneDate({
  date: { name, label, parts },
  dates: { to, opened, first, others },
}: {
  date: ShownDate;
  dates: DatesView;
}) {
  const saved = textOf(parts);
  if (!useHasPermission("handle")) {
    return (
      <p>
        <span>{label}</span> {textOrDash(saved.replaceAll(" ", "/"))}
      </p>
    );
  }
  return (
    <Form method="post" action={to} preventScrollReset>
      <input type="hidden" name="opened" value={JSON.stringify(opened)} />
      {[...first, ...others].map((other) =>
        other.name === name ? null : <HiddenDate key={other.name} {...other} />,
      )}
      <fieldset>
        <legend>{label}</legend>
        {PARTS.map(({ part, label: text, size }) => (
          <span key={part}>
            <label htmlFor={`${name}-${part}`} className="vh">
              {text}
            </label>
            <input
              // The new key shows the saved date again.
              key={saved}
              className="input"
              type="text"
              inputMode="numeric"
              id={`${name}-${part}`}
              name={`${name}.${part}`}
              size={size}
              placeholder={PLACEHOLDERS[part]}
              autoComplete="off"
              defaultValue={parts[part]}
            />
          </span>
        ))}
      </fieldset>
      <Button type="submit" kind="secondary" size="small">
        Save<span className="vh"> {label}</span>
      </Button>
    </Form>
  );
}

const PLACEHOLDERS = { day: "dd", month: "mm", year: "yyyy" };

function HiddenDate({ name, parts }: ShownDate) {
  return PARTS.map(({ part }) => (
    <input key={part} type="hidden" name={`${name}.${part}`} value={parts[part]} />
  ));
}

function textOf(parts: DateParts) {
  return fromDateParts(parts) === null ? "" : `${parts.day} ${parts.month} ${parts.year}`;
}
