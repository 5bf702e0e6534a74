import type { chaseLetter } from "#app/domain/chases/chase-words.ts";
import { EmailText } from "#app/ui/email-text.tsx";
import { Notification } from "#app/ui/notification.tsx";

/** Renders what an email to a firm says, who receives it, and what follows. */
export function ChaseText({
  chase: { name, to, cc, bounced, letter, follow_up },
}: {
  chase: {
    name: string;
    to: string;
    cc: readonly string[];
    bounced: readonly { address: string; failed_on: string }[];
    letter: ReturnType<typeof chaseLetter> | null;
    follow_up: string;
  };
}) {
  return (
    <>
      <p>
        This emails{" "}
        <strong>
          <EmailText>{to}</EmailText>
        </strong>
        {cc.length > 0 ? <EmailText>{`, with copies to ${cc.join(", ")}`}</EmailText> : null}. You
        can’t undo this.
      </p>
      {bounced.map(({ address, failed_on }) => (
        <Notification
          key={address}
          kind="warning"
          title={`Our last email to ${address} did not arrive (${failed_on})`}
        />
      ))}
      {letter ? (
        <blockquote className="stack chase-letter" data-gap="s">
          <p>
            <strong>{letter.subject}</strong>
          </p>
          <p>{letter.greeting}</p>
          {letter.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p>
            <strong>[{letter.button}]</strong>
          </p>
          {letter.after.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </blockquote>
      ) : null}
      <p>
        {name} can answer without an account. If they don’t, you’ll get a task on {follow_up}.
        Customers will read that we asked today and will ask again on {follow_up}.
      </p>
    </>
  );
}
