import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CLAIMS } from "../claims.ts";
import { Drawing } from "./drawing.tsx";
import board from "./drawings/board.svg?url";

/** For estate agents (G-014). */
export function Partners() {
  return (
    <section className="part" aria-labelledby="partners">
      <div className="wrap">
        <div className="partner-banner">
          <div className="stack">
            <h2 id="partners">Are you an estate agent?</h2>
            <p className="partner-claim">{CLAIMS.agentsFaster}</p>
            <p>
              {CLAIMS.agentsFailing}. Bring us in when you take a home on, and your seller is ready
              for the buyer you find.
            </p>
            <p>
              <ButtonLink kind="amber" to={paths.partnerSignUp()}>
                Become a partner
              </ButtonLink>
            </p>
          </div>
          <Drawing src={board} width={320} height={300} />
        </div>
      </div>
    </section>
  );
}
