import {
  Body,
  Column,
  Container,
  Hr,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from "@react-email/components";
import { compile, type FormatCallback } from "html-to-text";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { PRODUCT_NAME } from "#app/product.ts";
import { companyLines } from "#app/ui/company.ts";
import type { Email, EmailContext } from "./email.ts";
import { colour, sans, serif } from "./style.ts";

/** The paper every email is written on. */
function Letter({
  context,
  subject,
  preview,
  children,
}: {
  context: EmailContext;
  subject: string;
  preview: string;
  children: ReactNode;
}) {
  return (
    <Html lang="en-GB">
      {/* React Email's own Head has a <meta> without content. */}
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" content="yes" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <Body style={{ margin: 0, padding: "24px 12px", background: colour.linen, fontFamily: sans }}>
        <Preview>{preview}</Preview>
        <Container style={{ maxWidth: "560px" }}>
          <Letterhead home={context.home} />
          <Section
            style={{
              background: colour.paper,
              border: `1px solid ${colour.hair}`,
              borderRadius: "12px",
              padding: "28px 28px 20px",
            }}
          >
            {children}
          </Section>
          <Footer {...context} />
        </Container>
      </Body>
    </Html>
  );
}

/** The arch is a table cell with rounded corners, since many mailboxes block pictures. */
function Letterhead({ home }: { home: string }) {
  return (
    <Section style={{ padding: "0 4px 20px" }} data-skip-in-text="true">
      <Row>
        <Column
          aria-hidden
          style={{
            width: "22px",
            height: "28px",
            background: colour.pine,
            borderRadius: "11px 11px 2px 2px",
            color: colour.amber,
            fontSize: "16px",
            lineHeight: "28px",
            textAlign: "right",
            paddingRight: "4px",
          }}
        >
          •
        </Column>
        <Column style={{ paddingLeft: "12px" }}>
          <Link
            href={home}
            style={{ font: `600 22px/28px ${serif}`, color: colour.ink, textDecoration: "none" }}
          >
            {PRODUCT_NAME}
          </Link>
        </Column>
      </Row>
    </Section>
  );
}

function Footer({ support_email, company }: Pick<EmailContext, "support_email" | "company">) {
  const small = { margin: "0 0 8px", fontSize: "14px", lineHeight: "21px", color: colour.muted };
  return (
    <Section style={{ padding: "20px 4px 0" }}>
      {/* Only for the plain text, which has no box to end. */}
      <Hr style={{ display: "none" }} />
      <Text style={small}>We never ask for bank details by email.</Text>
      <Text style={small}>
        Questions? Email{" "}
        <Link
          href={`mailto:${support_email}`}
          style={{ color: colour.pine, textDecoration: "underline" }}
        >
          {support_email}
        </Link>{" "}
        or phone {company.telephone}.
      </Text>
      <Text style={small}>{companyLines(company).join(" ")}</Text>
    </Section>
  );
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Many mail programs make a full stop or a comma after an address part of it, and then open a missing page (IN-14). */
const addressOnLineOfItsOwn: FormatCallback = (link, walk, builder) => {
  const { href } = z.object({ href: z.string() }).parse(link.attribs);
  const [words, ...more] = link.children;
  if (more.length > 0 || words?.data !== href) walk(link.children, builder);
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline(href, { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Made once: to read the selectors takes longer than to write a text by them. */
const writeText = compile({
  wordwrap: false,
  formatters: { addressOnLineOfItsOwn },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", format: "addressOnLineOfItsOwn" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "h2", options: { uppercase: false } },
    // The address and the number are already the text of the link.
    { selector: "a[href^='mailto:']", format: "anchor", options: { ignoreHref: true } },
    { selector: "a[href^='tel:']", format: "anchor", options: { ignoreHref: true } },
    { selector: "table.figures", format: "dataTable", options: { uppercaseHeaderCells: false } },
  ],
});

/** Writes an email as HTML and as text. */
export function writeLetter<Props>(email: Email<Props>, props: Props, context: EmailContext) {
  // React Email's own `render` waits for components that wait, which ours do not, and takes four times as long.
  const subject = email.subject(props);
  const letter = renderToStaticMarkup(
    <Letter context={context} subject={subject} preview={email.preview(props)}>
      <email.Body {...props} context={context} />
    </Letter>,
  );
  const html = DOCTYPE + letter;
  const reply_to = email.replyTo?.(props);
  const cc = email.cc?.(props) ?? [];
  const unsubscribe = email.unsubscribe?.({ ...props, context });
  return {
    subject,
    html,
    text: writeText(html),
    ...(reply_to && { reply_to }),
    ...(cc.length > 0 && { cc }),
    ...(unsubscribe && { unsubscribe }),
  };
}
