import { Link } from "@react-email/components";
import { Fragment, type ReactNode } from "react";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { mailto } from "#app/ui/mailto.ts";
import type { Contact } from "./contact.ts";
import { body, Paragraph } from "./components.tsx";
import { colour } from "./style.ts";

type FactValue = string | (Omit<Contact, "email"> & { email: string | null });

export function Facts({ facts }: { facts: [what: string, value: FactValue][] }) {
  return facts.map(([what, value]) => (
    <Paragraph key={what}>
      <strong>{what}</strong>
      {(typeof value === "string" ? value.split("\n") : contactLinks(value)).map(
        (line, position) => (
          <Fragment key={position}>
            <br />
            {line}
          </Fragment>
        ),
      )}
    </Paragraph>
  ));
}

function contactLinks({ name, email, phone }: Exclude<FactValue, string>): ReactNode[] {
  return [
    name,
    ...(email ? [<EmailTo key="email" address={email} />] : []),
    ...(phone ? [<PhoneTo key="phone" number={phone} />] : []),
  ];
}

const linked = { color: colour.pine, textDecoration: "underline" };

export function EmailTo({ address }: { address: string }) {
  return (
    <Link href={mailto(address)} className="link" style={{ ...linked, wordBreak: "break-word" }}>
      {address}
    </Link>
  );
}

export function PhoneTo({ number }: { number: string }) {
  return (
    <Link href={`tel:${number.replaceAll(" ", "")}`} className="link" style={linked}>
      {formatPhone(number)}
    </Link>
  );
}

/** Renders amounts and their totals as a table. */
export function AmountTable({
  heading,
  rows,
  totals,
}: {
  heading: [what: string, amount: string];
  rows: [what: string, amount: string][];
  totals: [what: string, amount: string][];
}) {
  const cell = { ...body, padding: "8px 0", borderBottom: `1px solid ${colour.hair}` } as const;
  const last = totals.length - 1;
  return (
    <table
      className="figures"
      width="100%"
      style={{ borderCollapse: "collapse", margin: "0 0 16px" }}
    >
      <thead>
        <tr>
          <th scope="col" className="ink rule" style={{ ...cell, textAlign: "left" }}>
            {heading[0]}
          </th>
          <th scope="col" className="ink rule" style={{ ...cell, textAlign: "right" }}>
            {heading[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...rows, ...totals].map(([what, amount], position) => {
          const fontWeight = position === rows.length + last ? 700 : 400;
          return (
            <tr key={position}>
              <td className="ink rule" style={{ ...cell, fontWeight }}>
                {what}
              </td>
              <td
                className="ink rule"
                style={{ ...cell, fontWeight, textAlign: "right", whiteSpace: "nowrap" }}
              >
                {amount}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
