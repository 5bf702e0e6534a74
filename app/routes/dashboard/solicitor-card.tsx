import { Card } from "#app/ui/card.tsx";

type Solicitor = {
  law_firm: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone_number: string | null;
};

/** Who acts for the customer, once they are assigned; until then how they will be introduced. */
export function SolicitorCard({ solicitor }: { solicitor: Solicitor | null }) {
  if (!solicitor) {
    return (
      <Card title="Your solicitor">
        <p>We introduce you to your solicitor by email.</p>
      </Card>
    );
  }
  const { law_firm, first_name, last_name, email, phone_number } = solicitor;
  return (
    <Card title="Your solicitor">
      <p>
        {first_name && last_name ? (
          <>
            <strong>
              {first_name} {last_name}
            </strong>
            <br />
          </>
        ) : null}
        {law_firm}
      </p>
      {email ? (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      ) : null}
      {phone_number ? (
        <p>
          <a href={`tel:${phone_number}`}>{phone_number}</a>
        </p>
      ) : null}
    </Card>
  );
}
