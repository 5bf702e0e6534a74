import { readRefusalEmail, readRequestEmail } from "#app/domain/privacy/privacy-requests.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the team, since a request that is not answered within a month breaks the law. */
export const erasure_requested = defineEmail({
  read: readRequestEmail,
  subject: () => "A customer asks to be erased",
  preview: ({ answer_by }) => `It has to be answered by ${answer_by}.`,
  Body: ({ answer_by, page }) => (
    <>
      <Title>A customer asks to be erased</Title>
      <Paragraph>
        The law gives us a month: it has to be answered by {answer_by}. The page says who it is,
        what would go and what has to stay.
      </Paragraph>
      <LinkButton href={page}>Open the requests</LinkButton>
    </>
  ),
});

/** The last email to a person who is erased: it reads nothing, since nothing may be there when it is sent. */
export const erasure_begun = defineEmail({
  read: () => Promise.resolve({}),
  subject: () => "Your data is being deleted",
  preview: () => `This is the last email from ${PRODUCT_NAME} to you.`,
  Body: ({ context }) => (
    <>
      <Title>Your data is being deleted</Title>
      <Paragraph>
        As you asked, we delete what we hold about you, but for what the page on which you asked
        said has to stay. Your account is closed, and you are signed out everywhere.
      </Paragraph>
      <Paragraph>
        This is the last email to you. If you did not ask for this, write to {context.support_email}{" "}
        at once.
      </Paragraph>
    </>
  ),
});

export const erasure_refused = defineEmail({
  read: readRefusalEmail,
  subject: () => "We cannot delete your data",
  preview: () => "Why, and what you can do.",
  Body: ({ first_name, reason, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>You asked us to delete what we hold about you. We cannot do that:</Paragraph>
      <Paragraph>{reason}</Paragraph>
      <Paragraph>
        If you think that this is wrong, write to {context.support_email}. You can also complain to
        the Information Commissioner&apos;s Office.
      </Paragraph>
    </>
  ),
});
