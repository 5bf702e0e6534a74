import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import {
  type Block,
  type LegalDocument,
  type NumberedSection,
  numberSections,
} from "#app/domain/terms/document.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { companyLines, telephoneLink } from "#app/platform/company.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { FlashBanner } from "#app/ui/flash-banner.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { type RootData, useRootData } from "#app/ui/root-data.ts";
import { SignedOutFrame } from "#app/ui/signed-out-layout.tsx";

/**
 * Returns the handle of a legal page. The page has no scripts, and search engines do not index it.
 */
export function legalHandle(title: string): PageHandle {
  return { title, cached: true, robots: "noindex, nofollow" };
}

type LegalPageProps = {
  text: LegalDocument;
  draft: boolean;
  /** Content that is added after the first paragraph of a section, by the section’s anchor. */
  inside?: Readonly<Record<string, ReactNode>>;
  /** Content that is added at the end of a section, by the section’s anchor. */
  below?: Readonly<Record<string, ReactNode>>;
};

export function LegalPage({ text, draft, inside = {}, below = {} }: LegalPageProps) {
  const parts = numberSections(text);
  const numbers: Numbers = new Map(
    parts.flatMap(({ sections }) => sections.map(({ anchor, number }) => [anchor, number])),
  );
  return (
    <SignedOutFrame theme={text.theme}>
      <div className="legal-head" data-theme={text.theme}>
        <div className="wrap">
          <FlashBanner />
          <h1>{text.title}</h1>
          {text.version ? <p>{text.version}</p> : null}
          {draft ? <Badge tone="act">Draft for legal review</Badge> : null}
        </div>
      </div>
      <div className="wrap legal">
        <Contents parts={parts} />
        <div className="legal-text">
          {parts.map(({ title, sections }) => (
            <div key={sections[0]?.anchor}>
              {title ? <h2 className="legal-part">{title}</h2> : null}
              {sections.map((section) => (
                <SectionText
                  key={section.anchor}
                  section={section}
                  level={title ? 3 : 2}
                  numbers={numbers}
                  inside={inside[section.anchor]}
                  below={below[section.anchor]}
                />
              ))}
            </div>
          ))}
          <p className="legal-top">
            <a href="#contents">Back to contents</a>
          </p>
        </div>
      </div>
    </SignedOutFrame>
  );
}

function Contents({ parts }: { parts: ReturnType<typeof numberSections> }) {
  return (
    <nav className="legal-contents" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      {parts.map(({ title, sections }) => (
        <div key={sections[0]?.anchor}>
          {title ? <p>{title}</p> : null}
          <ol>
            {sections.map(({ anchor, number, title: name }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>
                  <span className="num">{number}.</span>
                  <span>{name}</span>
                </a>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </nav>
  );
}

function SectionText({
  section: { anchor, title, blocks, number },
  level,
  numbers,
  inside,
  below,
}: {
  section: NumberedSection;
  /** Heading level of a section. In a document with parts, sections are one level lower. */
  level: 2 | 3;
  numbers: Numbers;
  inside: ReactNode;
  below: ReactNode;
}) {
  const Heading = `h${level}` as const;
  let paragraph = 0;
  return (
    <section id={anchor} className="legal-section">
      <Heading>
        {number}. {title}
      </Heading>
      {blocks.map((block, index) => {
        if (isHeading(block)) return <h3 key={index}>{block.heading}</h3>;
        paragraph += 1;
        return (
          <Paragraph key={index} block={block} number={`${number}.${paragraph}`} numbers={numbers}>
            {index === 0 ? inside : null}
          </Paragraph>
        );
      })}
      {below}
    </section>
  );
}

type ParagraphBlock = Exclude<Block, { heading: string }>;

function isHeading(block: Block): block is { heading: string } {
  return typeof block === "object" && "heading" in block;
}

function Paragraph({
  block,
  number,
  numbers,
  children,
}: {
  block: ParagraphBlock;
  number: string;
  numbers: Numbers;
  children: ReactNode;
}) {
  const { text, items } = typeof block === "string" ? { text: block, items: [] } : block;
  return (
    <>
      <div className="legal-paragraph">
        <span className="num">{number}</span>
        <p>
          <LinkedText text={text} numbers={numbers} />
        </p>
        {items.length > 0 ? (
          <ol type="a">
            {items.map((item) => (
              <li key={item}>
                <LinkedText text={item} numbers={numbers} />
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      {children}
    </>
  );
}

const pages: Record<string, string> = {
  "privacy policy": paths.legal.privacy(),
  "cookie policy": paths.legal.cookies(),
  "seller terms": paths.legal.sellerTerms(),
  "buyer terms": paths.legal.buyerTerms(),
  "contact form": paths.contact.form(),
  "Equality Advisory and Support Service": "https://www.equalityadvisoryservice.com/",
};

type Numbers = ReadonlyMap<string, number>;

/** Renders text. Names in braces become links (domain/terms/document.ts). */
function LinkedText({ text, numbers }: { text: string; numbers: Numbers }) {
  return text
    .split(/\{([^{}]+)\}/)
    .map((part, index) =>
      index % 2 === 1 ? <Named key={index} name={part} numbers={numbers} /> : part,
    );
}

function Named({ name, numbers }: { name: string; numbers: Numbers }) {
  const root = useRootData();
  if (name === "support email" || name === "company" || name === "telephone") {
    return root ? <CompanyDetail name={name} root={root} /> : null;
  }
  const [noun, anchor] = name.split(" #");
  const number = anchor && numbers.get(anchor);
  if (number) return <a href={`#${anchor}`}>{`${noun} ${number}`}</a>;
  const page = pages[name];
  if (page) return <Link to={page}>{name}</Link>;
  throw new Error(`A legal text names a link that does not exist: ${name}`);
}

function CompanyDetail({
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
