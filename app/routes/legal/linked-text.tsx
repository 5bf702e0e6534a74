import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { companyLines, telephoneLink } from "#app/ui/company.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { type RootData, useRootData } from "#app/ui/root-data.ts";

const pages: Record<string, string> = {
  "privacy policy": paths.legal.privacy(),
  "cookie policy": paths.legal.cookies(),
  "seller terms": paths.legal.sellerTerms(),
  "buyer terms": paths.legal.buyerTerms(),
  "contact form": paths.contact.form(),
};

/** The number of each section, by its anchor. */
export type Numbers = ReadonlyMap<string, number>;

/** A text with its names in braces as links (text/document.ts says which there are). */
export function LinkedText({ text, numbers }: { text: string; numbers: Numbers }) {
  return text
    .split(/\{([^}]+)\}/)
    .map((part, index) =>
      index % 2 === 1 ? <Named key={index} name={part} numbers={numbers} /> : part,
    );
}

function Named({ name, numbers }: { name: string; numbers: Numbers }) {
  const root = useRootData();
  if (name === "support email" || name === "company" || name === "telephone") {
    return root ? <OfHouse name={name} root={root} /> : null;
  }
  const [noun, anchor] = name.split(" #");
  const number = anchor && numbers.get(anchor);
  if (number) return <a href={`#${anchor}`}>{`${noun} ${number}`}</a>;
  const page = pages[name];
  if (page) return <Link to={page}>{name}</Link>;
  throw new Error(`A legal text names a link that does not exist: ${name}`);
}

/** What the settings say of us. */
function OfHouse({
  name,
  root: { supportEmail, company },
}: {
  name: "support email" | "company" | "telephone";
  root: RootData;
}) {
  switch (name) {
    case "support email":
      return <EmailLink email={supportEmail} />;
    case "telephone":
      return <a href={telephoneLink(company.telephone)}>{company.telephone}</a>;
    case "company":
      return companyLines(company).join(" ");
  }
}
