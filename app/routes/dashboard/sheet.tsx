import { useId, type ReactNode } from "react";
import { fullName } from "#app/domain/shared/names.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";

export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export type Person = { term: string; text: string; phone: string | null };

export function PeopleFacts({
  people,
  children,
}: {
  people: readonly Person[];
  children: ReactNode;
}) {
  if (people.length === 0) return <SheetPart title="Your solicitor">{children}</SheetPart>;
  const others = people.map(({ term, text, phone }) => ({
    term,
    description: (
      <>
        {text}
        {phone ? (
          <>
            <br />
            <PhoneLink phone={phone} />
          </>
        ) : null}
      </>
    ),
  }));
  return (
    <SheetPart title="Who’s who">
      <SummaryList
        layout="side"
        rows={[...others, { term: "Your solicitor", description: children }]}
      />
    </SheetPart>
  );
}

function PhoneLink({ phone }: { phone: string }) {
  return <a href={`tel:${phone}`}>{formatPhone(phone)}</a>;
}

export type Solicitor = {
  law_firm: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone_number: string | null;
};

/** Shows the customer’s solicitor. If there is none yet, says how we will introduce one. */
export function SolicitorDetails({
  solicitor,
  isOver,
}: {
  solicitor: Solicitor | null;
  isOver: boolean;
}) {
  if (!solicitor) {
    return (
      <p>
        {isOver
          ? "No solicitor has been assigned."
          : "Once you have a solicitor, we’ll introduce you by email."}
      </p>
    );
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
          <PhoneLink phone={phone_number} />
        </>
      ) : null}
    </p>
  );
}
