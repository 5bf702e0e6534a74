import { Link } from "@remix-run/react";
import type { Side } from "#app/domain/transactions/solicitor-emails.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { LetterView } from "./view.ts";

/** The letters that solicitors have had, each to be read as it was sent; and the way to send one again (AMB-L01). */
export function LettersCard({
  id,
  sides,
  letters,
}: {
  id: string;
  /** Those with solicitors to write to. */
  sides: readonly Side[];
  letters: readonly LetterView[];
}) {
  if (sides.length === 0 && letters.length === 0) return null;
  return (
    <Card
      title="Letters to solicitors"
      actions={sides.map((side) => (
        <ButtonLink
          key={side}
          to={paths.admin.sendSolicitorLetterAgain(id, side)}
          kind="secondary"
          size="small"
        >
          Send again<span className="vh"> the letter</span> to the {side}’s solicitor
        </ButtonLink>
      ))}
    >
      {letters.length === 0 ? (
        <p className="hint">No letter is kept of this transaction.</p>
      ) : (
        <ul className="stack" data-gap="s">
          {letters.map((letter) => (
            <li key={letter.id}>
              <Link to={paths.admin.solicitorLetter(id, letter.id)}>
                {letter.heading}
                <span className="vh">, {letter.at}</span>
              </Link>{" "}
              <Badge tone={letter.failed ? "act" : "done"}>{letter.status}</Badge>
              <div className="hint letter-to">
                {letter.again ? "Sent again " : ""}
                {letter.at}, to {letter.to}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
