import { formatPhone } from "#app/domain/fields/phone.ts";
import { fullName } from "#app/domain/people/person.ts";
import { EmailLink } from "#app/ui/email-link.tsx";

export type Solicitor = {
  law_firm: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone_number: string | null;
};

/** Who acts for the customer, once they are assigned; until then how they will be introduced. */
export function SolicitorDetails({
  solicitor,
  isOver,
}: {
  solicitor: Solicitor | null;
  /** Nobody will be introduced any more. */
  isOver: boolean;
}) {
  if (!solicitor) {
    return <p>{isOver ? "None is assigned." : "We introduce you to your solicitor by email."}</p>;
  }
  const { law_firm, first_name, last_name, email, phone_number } = solicitor;
  return (
    <p>
      {first_name && last_name ? (
        <>
          <strong>{fullName({ first_name, last_name })}</strong>
          <br />
        </>
      ) : null}
      {law_firm}
      {email ? (
        <>
          <br />
          <EmailLink email={email} />
        </>
      ) : null}
      {phone_number ? (
        <>
          <br />
          <a href={`tel:${phone_number}`}>{formatPhone(phone_number)}</a>
        </>
      ) : null}
    </p>
  );
}
