import type { AcceptedTerms } from "#app/domain/terms/accepted-terms.server.ts";
import type { Email } from "./email.ts";
import { Facts, Paragraph, Subtitle, Title } from "./pieces.tsx";

/** To whoever has accepted terms, seller or buyer: the whole text, to keep. The same goes along as a PDF. */

type TermsAcceptedProps = AcceptedTerms;

export const termsAccepted: Email<TermsAcceptedProps> = {
  subject: ({ act, property }) => `The terms of your ${act}: ${property}`,
  preview: ({ terms, accepted_at }) => `${terms.version}, accepted on ${accepted_at}.`,
  Body: ({ first_name, accepted_by, accepted_at, act, property, is_draft, page, terms }) => (
    <>
      <Title>Your terms, {first_name}</Title>
      <Paragraph>
        You have accepted our terms for your {act} of {property}. Here they are for you to keep, as
        text below and as a PDF. There is nothing to do.
      </Paragraph>
      <Facts
        facts={[
          [
            "Terms",
            `${terms.title}\n${terms.version}${is_draft ? "\nDraft for legal review" : ""}`,
          ],
          ["Accepted by", accepted_by],
          ["Accepted on", accepted_at],
          ["On our site", page],
        ]}
      />
      {terms.parts.map((part) => (
        <div key={part.title}>
          <Subtitle>{part.title}</Subtitle>
          {part.sections.map((section) => (
            <div key={section.title}>
              <Paragraph>
                <strong>{section.title}</strong>
              </Paragraph>
              {section.paragraphs.map(({ heading, text, items }) => (
                <div key={text}>
                  {heading ? (
                    <Paragraph>
                      <em>{heading}</em>
                    </Paragraph>
                  ) : null}
                  <Paragraph>{text}</Paragraph>
                  {items.map((item) => (
                    <Paragraph key={item}>{item}</Paragraph>
                  ))}
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
    </>
  ),
};
