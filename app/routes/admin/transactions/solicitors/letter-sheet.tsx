import {
  changedNames,
  type LetterPart,
  type LetterRow,
  type SolicitorLetter,
} from "#app/domain/assignments/letter.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { mailto } from "#app/ui/mailto.ts";

export function LetterSheet({
  letter,
  level = "h2",
}: {
  letter: SolicitorLetter;
  level?: "h2" | "h3";
}) {
  const Heading = level;
  const Subheading = level === "h2" ? "h3" : "h4";
  const { cc, asks, missing, comment, first_sent_at, changes } = letter;
  const head = [
    ["To", letter.to],
    ...(cc.length > 0 ? [["Copy", cc.join(", ")]] : []),
    ["Subject", letter.subject],
    ["Our reference", letter.references.join(", ")],
    ...(first_sent_at
      ? [["First sent", `${adminDate(first_sent_at)}. New details are marked “New”.`]]
      : []),
    ...(changes.length > 0 ? [["Changed", changedNames(changes).join("; ")]] : []),
  ];
  return (
    <article className="letter">
      <dl className="letter-head">
        {head.map(([term, description]) => (
          <div key={term}>
            <dt>{term}</dt> <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <div className="stack">
        <Heading>{letter.heading}</Heading>
        <p>Hello {letter.first_name}</p>
        <div>
          <p>{letter.intro}</p>
          {asks.length > 0 ? (
            <ol>
              {asks.map((ask) => (
                <li key={ask}>{ask}</li>
              ))}
            </ol>
          ) : null}
        </div>
        {missing.length > 0 ? (
          <>
            <Subheading>Still missing</Subheading>
            <div className="letter-missing">
              {missing.map((what) => (
                <p key={what}>{what}</p>
              ))}
            </div>
          </>
        ) : null}
        {letter.parts.map((part) => (
          <Part key={part.title} {...part} heading={Subheading} />
        ))}
        {comment ? (
          <>
            <Subheading>Our comment</Subheading>
            <Lines text={comment} />
          </>
        ) : null}
      </div>
    </article>
  );
}

function Part({ title, rows, heading: Heading }: LetterPart & { heading: "h3" | "h4" }) {
  return (
    <>
      <Heading>{title}</Heading>
      <table aria-label={title}>
        <tbody>
          {rows.map((row, position) => (
            <Fact key={position} {...row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Fact({ what, text, email, phone, is_new }: LetterRow) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>
        {text ? <Lines text={text} /> : null}
        {email ? (
          <div>
            <a href={mailto(email)}>{email}</a>
          </div>
        ) : null}
        {phone ? (
          <div>
            <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
          </div>
        ) : null}
        {is_new ? <strong>New</strong> : null}
      </td>
    </tr>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, position) => <div key={position}>{line}</div>);
}
