import { Details } from "#app/ui/details.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { QUESTIONS } from "../content.ts";

/** Questions that people ask, each folded until it is opened (G-011). */
export function Questions() {
  const email = useSupportEmail();
  return (
    <section className="part" data-tone="paper" aria-labelledby="questions">
      <div className="wrap questions">
        <div className="part-head">
          <h2 id="questions">Questions people ask</h2>
          {email ? (
            <p>
              Yours is not here? Write to us at <EmailLink email={email} />
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
