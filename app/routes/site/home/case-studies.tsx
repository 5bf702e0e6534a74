import { Badge } from "#app/ui/badge.tsx";
import { Details } from "#app/ui/details.tsx";
import type { CaseStudy } from "../content.ts";

/** Three sales, each told in full to those who want it (G-009). */
export function CaseStudies({ studies }: { studies: readonly CaseStudy[] }) {
  if (studies.length === 0) return null;
  return (
    <section className="part" data-tone="paper" aria-labelledby="case-studies">
      <div className="wrap">
        <div className="part-head">
          <h2 id="case-studies">How a sale can go</h2>
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
