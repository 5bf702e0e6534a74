import { formatPhone } from "#app/domain/fields/phone.ts";
import { fullName } from "#app/domain/people/person.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";

type Solicitor = {
  law_firm: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone_number: string | null;
};

/** Whom a seller would like to act for them, and where they say so (A-015, AMB-H03). */
export type SolicitorChoice = {
  to: string;
  /** The firm; null for no preference, undefined while nothing has been said. */
  law_firm: string | null | undefined;
};

/** Who acts for the customer, once they are assigned; until then how they will be introduced. */
export function SolicitorCard({
  solicitor,
  choice,
}: {
  solicitor: Solicitor | null;
  choice?: SolicitorChoice;
}) {
  if (!solicitor) {
    return (
      <Card title="Your solicitor">
        <p>We introduce you to your solicitor by email.</p>
        {choice ? <Choice {...choice} /> : null}
      </Card>
    );
  }
  const { law_firm, first_name, last_name, email, phone_number } = solicitor;
  return (
    <Card title="Your solicitor">
      <p>
        {first_name && last_name ? (
          <>
            <strong>{fullName({ first_name, last_name })}</strong>
            <br />
          </>
        ) : null}
        {law_firm}
      </p>
      {email ? (
        <p>
          <EmailLink email={email} />
        </p>
      ) : null}
      {phone_number ? (
        <p>
          <a href={`tel:${phone_number}`}>{formatPhone(phone_number)}</a>
        </p>
      ) : null}
    </Card>
  );
}

function Choice({ to, law_firm }: SolicitorChoice) {
  if (law_firm === undefined) {
    return (
      <p>
        <ButtonLink to={to} kind="secondary">
          Choose your solicitor
        </ButtonLink>
      </p>
    );
  }
  return (
    <>
      <p>{law_firm === null ? "You have no preference." : `You chose ${law_firm}.`}</p>
      <p>
        <ButtonLink to={to} kind="quiet">
          Change your choice
        </ButtonLink>
      </p>
    </>
  );
}
