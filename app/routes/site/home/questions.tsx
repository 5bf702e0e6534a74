import { Badge } from "#app/ui/badge.tsx";
import { Details } from "#app/ui/details.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { ExampleQuote } from "#app/ui/example-quote.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { type CaseStudy, QUESTIONS } from "../content.ts";

/** Renders three example sales, which start collapsed (G-009). */
export function CaseStudies({ studies }: { studies: readonly CaseStudy[] }) {
  if (studies.length === 0) return null;
  return (
    <section className="part" data-tone="paper" aria-labelledby="case-studies">
      <div className="wrap">
        <div className="part-head">
          <h2 id="case-studies">What a sale can look like</h2>
        </div>
        <ul className="grid-3 case-studies">
          {studies.map(({ home, situation, story }) => (
            <li key={home} className="card">
              <Badge>Example</Badge>
              <h3>{home}</h3>
              <p>{situation}</p>
              <Details
                summary={
                  <span>
                    How it went<span className="vh">: {home}</span>
                  </span>
                }
              >
                {story.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </Details>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * Renders a row of quotes that people scroll by touch, wheel or keys. It never scrolls
 * automatically (G-010, AMB-G02).
 */
export function Quotes({ quotes }: { quotes: readonly { quote: string; by: string }[] }) {
  if (quotes.length === 0) return null;
  return (
    <section className="part" aria-labelledby="quotes">
      <div className="wrap">
        <div className="part-head">
          <h2 id="quotes">In their words</h2>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A box that scrolls must be reachable by keyboard. */}
      <div className="carousel" role="region" aria-label="All quotes" tabIndex={0}>
        <ul>
          {quotes.map(({ quote, by }) => (
            <li key={quote}>
              <ExampleQuote className="quote-card" quote={quote} by={by} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Renders questions with their answers, which start collapsed (G-011). */
export function Questions() {
  const email = useSupportEmail();
  return (
    <section className="part" data-tone="paper" aria-labelledby="questions">
      <div className="wrap questions">
        <div className="part-head">
          <h2 id="questions">Frequently asked questions</h2>
          {email ? (
            <p>
              Can’t find your question? Email us at <EmailLink email={email} />
            </p>
          ) : null}
        </div>
        <div>
          {QUESTIONS.map(({ question, answer }) => (
            <Details key={question} name="question" summary={<h3>{question}</h3>}>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </Details>
          ))}
        </div>
      </div>
    </section>
  );
}
