import type { MatterContact } from "#app/domain/handlers/contact.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { SheetPart } from "../dashboard/sheet.tsx";
import type { FirmView } from "./view.ts";

/** Shows the dates, our handler and who can open the page. */
export function FirmSheet({
  firm,
  dates,
  contact,
  links,
  is_over,
}: {
  firm: FirmView;
  dates: readonly { term: string; day: string | null }[];
  contact: MatterContact | null;
  links: { dates: string; question: string };
  is_over: boolean;
}) {
  return (
    <aside className="sheet" aria-label="Dates and people">
      <SheetPart title="Target dates">
        <SummaryList
          layout="side"
          rows={dates.map(({ term, day }) => ({
            term,
            description: day ?? <em className="hint">Not known</em>,
          }))}
        />
        {is_over ? null : (
          <p>
            <a href={links.dates}>Propose dates</a>
          </p>
        )}
      </SheetPart>
      {contact ? (
        <SheetPart title={`At ${PRODUCT_NAME}`}>
          <p>
            {contact.name ? (
              <>
                <strong>{contact.name}</strong>, case handler
              </>
            ) : (
              "We haven’t chosen a case handler yet."
            )}
            {contact.phone ? (
              <>
                <br />
                <a href={`tel:${contact.phone.replaceAll(" ", "")}`}>{contact.phone}</a>
              </>
            ) : null}
          </p>
          {is_over ? null : (
            <p>
              <a href={links.question}>Ask us a question</a>
            </p>
          )}
        </SheetPart>
      ) : null}
      <SheetPart title="This page">
        <p>
          Only people in the team acting at {firm.name} can open it. You stay signed in for 12
          hours. You can then ask for a new link.
        </p>
      </SheetPart>
    </aside>
  );
}
