/** Email with the full text of the terms and a PDF, to a customer who has accepted them. */

import {
  buyerTermsAcceptedEmail,
  sellerTermsAcceptedEmail,
} from "#app/domain/terms/acceptance.server.ts";
import {
  type AcceptedTerms,
  readBuyerTerms,
  readSellerTerms,
} from "#app/domain/terms/accepted-terms.server.ts";
import { renderTerms } from "#app/pdf/pdf.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail, type Email } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Greeting, Paragraph, Subtitle } from "./components.tsx";
import { streetOf } from "./street.ts";

const termsAccepted: Email<AcceptedTerms> = {
  subject: ({ property }) => `Your terms and conditions: ${streetOf(property)}`,
  preview: ({ accepted_at }) => `A copy for your records. You accepted them on ${accepted_at}.`,
  Body: ({ first_name, accepted_by, accepted_at, act, property, is_draft, page, terms }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You’ve accepted our terms and conditions for your {act} of {property}. Here’s a copy for
        your records, below and as a PDF. You don’t need to reply.
      </Paragraph>
      <Facts
        facts={[
          [
            "Terms",
            `${terms.title}\n${terms.version}${is_draft ? "\nDraft for legal review" : ""}`,
          ],
          ["Accepted by", accepted_by],
          ["Accepted on", accepted_at],
          ["On our website", page],
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

export const seller_terms_accepted = defineEmail(sellerTermsAcceptedEmail, {
  ...termsAccepted,
  read: readSellerTerms,
  files: termsAsPdf,
});
export const buyer_terms_accepted = defineEmail(buyerTermsAcceptedEmail, {
  ...termsAccepted,
  read: readBuyerTerms,
  files: termsAsPdf,
});

async function termsAsPdf(accepted: AcceptedTerms) {
  const content = await renderTerms(accepted);
  return [
    { name: `${PRODUCT_NAME} terms of your ${accepted.act}.pdf`, type: "application/pdf", content },
  ];
}
