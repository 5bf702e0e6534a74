import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CLAIMS } from "../claims.ts";
import { Drawing } from "./drawing.tsx";
import completion from "./drawings/completion.svg?url";
import signUp from "./drawings/sign-up.svg?url";
import solicitor from "./drawings/solicitor.svg?url";

const STEPS = [
  {
    title: "Sign up",
    drawing: signUp,
    text: "Tell us about you and your home in less than 5 minutes. We email you a link to come back with, so there is no password.",
  },
  {
    title: "Onboard with a solicitor",
    drawing: solicitor,
    text: "Choose one from our panel, or let us assign one. Your ID check, forms and searches are under way while you look for a buyer.",
  },
  {
    title: "Exchange and complete",
    drawing: completion,
    text: "Your buyer's side finds the work waiting. You exchange, which is when nobody can pull out, and then hand over the keys.",
  },
] as const;

/** How it works (G-007). */
export function ThreeSteps() {
  return (
    <section className="part" aria-labelledby="steps">
      <div className="wrap">
        <div className="part-head">
          <h2 id="steps">Three steps to sold</h2>
        </div>
        <ol className="three-steps">
          {STEPS.map(({ title, drawing, text }) => (
            <li key={title}>
              <Drawing src={drawing} width={240} height={220} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="start-now">
          <strong>{CLAIMS.startingNow}</strong>
          <ButtonLink to={paths.getStarted("sell")}>Start your sale</ButtonLink>
        </p>
      </div>
    </section>
  );
}
