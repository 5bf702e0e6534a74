import { EmailText } from "#app/ui/email-text.tsx";

export type ShownEmail = {
  from: string;
  to: string;
  copies: string[];
  subject: string;
  text: string;
};

/** Shows staff an email exactly as it will be sent. */
export function EmailPreview({ email }: { email: ShownEmail }) {
  const { from, to, copies, subject, text } = email;
  return (
    <section className="answer-preview" aria-labelledby="preview" tabIndex={-1}>
      <h3 id="preview">Preview of the email</h3>
      <p>
        From {from}, to{" "}
        <bdi>
          <EmailText>{to}</EmailText>
        </bdi>
        {copies.length > 0 ? <EmailText>{`, copy to ${copies.join(", ")}`}</EmailText> : ""}
      </p>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className="email-text">{text}</p>
    </section>
  );
}
