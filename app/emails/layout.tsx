import { Html, Link, Preview, Text } from "@react-email/components";
import { compile, type FormatCallback } from "html-to-text";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { companyLines } from "#app/platform/company.ts";
import type { Email, EmailContext } from "./email.ts";
import { EmailLogo } from "./logo.tsx";
import { shortenSubject, streetOf } from "./street.ts";
import { colour, sans, serif, STYLES } from "./style.ts";

/** Attributes of tables used for layout. Outlook supports no other kind of layout. */
const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

function Letter({
  context,
  subject,
  heading,
  property,
  preview,
  children,
}: {
  context: EmailContext;
  subject: string;
  heading: string;
  property: string | null;
  preview: string;
  children: ReactNode;
}) {
  return (
    <Html lang="en-GB">
      {/* The Head component of React Email would add a <meta> without content. */}
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" content="yes" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLES}</style>
      </head>
      <body className="bg" style={{ margin: 0, padding: 0, background: colour.linen }}>
        <Preview>{preview}</Preview>
        <table {...layout} width="100%" className="bg" style={{ background: colour.linen }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "16px 8px" }}>
                <Sheet>
                  <Cell padding="24px 32px 0">
                    <Letterhead home={context.home} />
                  </Cell>
                  <Cell padding="28px 32px 0">
                    {property ? <About>{property}</About> : null}
                    <h1
                      className="h ink"
                      style={{ margin: 0, font: `600 34px/39px ${serif}`, color: colour.ink }}
                    >
                      {heading}
                    </h1>
                  </Cell>
                  <Cell padding="16px 32px 20px">{children}</Cell>
                </Sheet>
                <Footer {...context} />
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </Html>
  );
}

/**
 * Renders a container as wide as the screen, up to 600px. Outlook uses only the width attribute.
 */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <table
      {...layout}
      width="600"
      className="sheet"
      style={{
        width: "100%",
        maxWidth: "600px",
        background: colour.paper,
        border: `1px solid ${colour.hair}`,
        borderRadius: "12px",
        borderCollapse: "separate",
      }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

function Cell({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <tr>
      <td align="left" className="pad ink" style={{ padding, fontFamily: sans, color: colour.ink }}>
        {children}
      </td>
    </tr>
  );
}

function About({ children }: { children: string }) {
  return (
    <p
      className="mut"
      style={{ margin: "0 0 6px", fontSize: "15px", lineHeight: "22px", color: colour.muted }}
    >
      {children}
    </p>
  );
}

function Letterhead({ home }: { home: string }) {
  return (
    <table {...layout} data-skip-in-text="true">
      <tbody>
        <tr>
          <td style={{ paddingRight: "10px", verticalAlign: "bottom" }}>
            <EmailLogo />
          </td>
          <td style={{ verticalAlign: "bottom" }}>
            <Link
              href={home}
              className="ink"
              style={{ font: `600 21px/24px ${serif}`, color: colour.ink, textDecoration: "none" }}
            >
              {PRODUCT_NAME}
            </Link>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Footer({
  support_email,
  company,
  matter,
}: Pick<EmailContext, "support_email" | "company" | "matter">) {
  const small = { margin: "0 0 8px", fontSize: "15px", lineHeight: "22px", color: colour.muted };
  return (
    <table {...layout} width="600" style={{ width: "100%", maxWidth: "600px" }}>
      <tbody>
        <Cell padding="16px 32px">
          {/* Separates the footer in the plain text. The HTML does not show it. */}
          <hr style={{ display: "none" }} />
          {matter ? (
            <Text className="mut" style={small}>
              {matter.name ? (
                <>
                  Your contact: {matter.name}
                  {matter.email ? (
                    <>
                      ,{" "}
                      <Link
                        href={`mailto:${matter.email}`}
                        className="link"
                        style={{ color: colour.pine, textDecoration: "underline" }}
                      >
                        {matter.email}
                      </Link>
                    </>
                  ) : null}
                  {matter.phone ? <>, phone {matter.phone}</> : null}.{" "}
                </>
              ) : null}
              {matter.numbers.length === 1
                ? `Our number for this matter: ${matter.numbers.join()}.`
                : `Our numbers for these matters: ${matter.numbers.join(", ")}.`}
              {matter.firm_reference ? ` Your reference: ${matter.firm_reference}.` : null}
            </Text>
          ) : null}
          <Text className="mut" style={small}>
            We never ask for bank details by email.
          </Text>
          <Text className="mut" style={small}>
            Questions? Email{" "}
            <Link
              href={`mailto:${support_email}`}
              className="link"
              style={{ color: colour.pine, textDecoration: "underline" }}
            >
              {support_email}
            </Link>{" "}
            or phone {company.telephone}.
          </Text>
          <Text className="mut" style={small}>
            {companyLines(company).join(" ")}
          </Text>
        </Cell>
      </tbody>
    </table>
  );
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * Puts a web address on its own line, because many mail programs make a full stop after it part of
 * the link (IN-14).
 */
const addressOnLineOfItsOwn: FormatCallback = (link, walk, builder) => {
  const { href } = z.object({ href: z.string() }).parse(link.attribs);
  const [words, ...more] = link.children;
  if (more.length > 0 || words?.data !== href) walk(link.children, builder);
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline(href, { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Formats the number of a step in the way that html-to-text formats numbers in lists. */
const stepNumber: FormatCallback = (cell, walk, builder) => {
  builder.addInline(" ");
  walk(cell.children, builder);
  builder.addInline(". ");
};

/**
 * Converts HTML to plain text. Compiled once per process, because parsing the selectors takes
 * longer than converting an email.
 */
const writeText = compile({
  wordwrap: false,
  formatters: { addressOnLineOfItsOwn, stepNumber },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", format: "addressOnLineOfItsOwn" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "h2", options: { uppercase: false } },
    // The text of these links is already the address or number.
    { selector: "a[href^='mailto:']", format: "anchor", options: { ignoreHref: true } },
    { selector: "a[href^='tel:']", format: "anchor", options: { ignoreHref: true } },
    { selector: "tr.step", format: "block", options: { leadingLineBreaks: 1 } },
    { selector: "td.num-cell", format: "stepNumber" },
    { selector: "table.figures", format: "dataTable", options: { uppercaseHeaderCells: false } },
  ],
});

function propertyOf(props: unknown): string | null {
  const isNamed = typeof props === "object" && props !== null && "property" in props;
  return isNamed && typeof props.property === "string" ? props.property : null;
}

export function renderHtmlAndText<Props>(email: Email<Props>, props: Props, context: EmailContext) {
  // This uses React's own renderer, because React Email's `render` supports async components and
  // takes four times as long.
  const whole = email.subject(props);
  const property = propertyOf(props);
  const subject = property ? shortenSubject(whole, property) : whole;
  const heading =
    email.heading?.(props) ?? (property ? whole.replace(`: ${streetOf(property)}`, "") : whole);
  const letter = renderToStaticMarkup(
    <Letter {...{ context, subject, heading, property }} preview={email.preview(props)}>
      <email.Body {...props} context={context} />
    </Letter>,
  );
  const html = DOCTYPE + letter;
  const from_name = email.from?.(props);
  const reply_to = email.replyTo?.(props);
  const cc = email.cc?.(props) ?? [];
  const thread = email.thread?.(props) ?? [];
  const unsubscribe = email.unsubscribe?.({ ...props, context });
  return {
    subject,
    html,
    text: writeText(html),
    ...(from_name && { from_name }),
    ...(reply_to && { reply_to }),
    ...(cc.length > 0 && { cc }),
    ...(thread.length > 0 && { thread }),
    ...(unsubscribe && { unsubscribe }),
  };
}
