import { Card } from "#app/ui/card.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";

export type FirmFile = { title: string; detail: string; href: string };

/** Lists the files that the firm can download. */
export function Files({ files }: { files: readonly FirmFile[] }) {
  if (files.length === 0) return null;
  return (
    <section className="firm-part" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <ul className="firm-facts">
        {files.map(({ title, detail, href }) => (
          <li key={href} className="card">
            <a href={href} download>
              {title}
            </a>
            <p className="hint">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the states of the ID checks of the firm’s own clients. */
export function ClientChecks({ checks }: { checks: readonly { term: string; text: string }[] }) {
  return (
    <Card title="ID checks of your clients" level="h3">
      <SummaryList
        layout="side"
        rows={checks.map(({ term, text }) => ({ term, description: text }))}
      />
      <p className="hint">
        Thirdfort, our ID check provider, emails each report to the addresses that your team has
        given us.
      </p>
    </Card>
  );
}
