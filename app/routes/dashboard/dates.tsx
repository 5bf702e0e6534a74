import { Link } from "@remix-run/react";
import type { MatterDate } from "#app/domain/calendar/matter-date.ts";
import { dayInWords } from "#app/domain/shared/dates.ts";
import { paths, type Role } from "#app/paths.ts";

export type DatesView = ReturnType<typeof datesView>;

export function datesView(
  dates: readonly MatterDate[],
  /** `is_own` is false for staff, who are shown no calendar links. */
  { role, id, is_own }: { role: Role; id: string; is_own: boolean },
) {
  const rows = dates
    .filter(({ is_open }) => is_open)
    .map(({ kind, day, title, basis }) => ({
      title,
      day: dayInWords(day),
      basis,
      file: is_own ? paths.dashboard.date(role, id, kind) : null,
    }));
  return { rows, is_own };
}

export function Dates({ rows, is_own }: DatesView) {
  return (
    <>
      {rows.length > 0 ? (
        <ul className="matter-dates">
          {rows.map(({ title, day, basis, file }) => (
            <li key={title}>
              <p>
                <strong>{title}</strong>
                <br />
                {day}
              </p>
              <p className="hint">{basis}</p>
              {file ? (
                <p>
                  <a href={file} download>
                    Add to your calendar<span className="vh">: {title}</span>
                  </a>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p>We don’t have any dates yet.</p>
      )}
      {is_own ? (
        <p>
          <Link to={paths.yourCalendar()}>
            {rows.length > 0
              ? "Add all your dates to your calendar"
              : "Have dates added to your calendar once we have them"}
          </Link>
        </p>
      ) : null}
    </>
  );
}
