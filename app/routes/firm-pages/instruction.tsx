import { NOT_KNOWN } from "#app/domain/assignments/letter-row.ts";
import type { LetterPart, LetterRow } from "#app/domain/assignments/letter.ts";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { EmailText } from "#app/ui/email-text.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";

/** Shows the facts of the instruction, as in our letter but as they are now. */
export function Instruction({
  parts,
  missing,
}: {
  parts: readonly LetterPart[];
  missing: readonly string[];
}) {
  return (
    <section className="firm-part" aria-labelledby="instruction">
      <h2 id="instruction">The instruction</h2>
      {missing.length > 0 ? (
        <Card title="Still missing" level="h3" tone="warm">
          <ul>
            {missing.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      <div className="firm-facts">
        {parts.map(({ title, rows }) => (
          <Card key={title} title={title} level="h3">
            <SummaryList
              layout="side"
              rows={rows.map((row) => ({ term: row.what, description: <Fact {...row} /> }))}
            />
          </Card>
        ))}
      </div>
    </section>
  );
}

function Fact({ text, email, phone }: LetterRow) {
  const lines = text.split("\n").filter(Boolean);
  return (
    <>
      {lines.map((line) => (
        <span key={line} className="line">
          {line === NOT_KNOWN ? <em className="hint">{line}</em> : <EmailText>{line}</EmailText>}
        </span>
      ))}
      {email ? (
        <span className="line">
          <EmailLink email={email} />
        </span>
      ) : null}
      {phone ? (
        <span className="line">
          <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
        </span>
      ) : null}
    </>
  );
}
