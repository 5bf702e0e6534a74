import {
  readAcknowledgement,
  readRefusalEmail,
  readRequestEmail,
  erasureAcknowledgedEmail,
  erasureBegunEmail,
  erasureRefusedEmail,
  erasureRequestedEmail,
} from "#app/domain/privacy/privacy-requests.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

/**
 * Email to the team about a request to erase personal data. By law we must answer within a month.
 */
export const erasure_requested = defineEmail(erasureRequestedEmail, {
  read: readRequestEmail,
  subject: () => "A customer has asked us to delete their data",
  preview: ({ answer_by }) => `Answer by ${answer_by}.`,
  Body: ({ answer_by, page }) => (
    <>
      <Paragraph>
        By law we must answer within a month, so by {answer_by}. The request shows who the customer
        is, what we would delete and what we must keep.
      </Paragraph>
      <LinkButton href={page}>Open requests</LinkButton>
    </>
  ),
});

/** Email to the customer, who will then notice if someone else made the request. */
export const erasure_acknowledged = defineEmail(erasureAcknowledgedEmail, {
  read: readAcknowledgement,
  subject: () => "We’ve received your request to delete your data",
  preview: ({ answer_by }) => `We’ll answer by ${answer_by}.`,
  Body: ({ first_name, answer_by, not_yet, page, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You’ve asked us to delete your data. Someone on our team will review your request, and we’ll
        email you the answer by {answer_by}.
      </Paragraph>
      {not_yet ? (
        <Paragraph>We may not be able to delete your data yet. {not_yet}</Paragraph>
      ) : null}
      <Paragraph>
        You can withdraw your request on the page below until we email you the answer, at the latest
        on {answer_by}.
      </Paragraph>
      <LinkButton href={page}>See your request</LinkButton>
      <Paragraph>
        If you didn’t ask for this, withdraw the request and email {context.support_email} straight
        away.
      </Paragraph>
    </>
  ),
});

/**
 * Last email to a person whose data is erased. It contains no stored data, which may be deleted
 * before the email is sent.
 */
export const erasure_begun = defineEmail(erasureBegunEmail, {
  read: () => Promise.resolve({}),
  subject: () => "Your data is being deleted",
  preview: () => `This is the last email ${PRODUCT_NAME} will send you.`,
  Body: ({ context }) => (
    <>
      <Paragraph>
        As you asked, we’re deleting your data, except for the records we have to keep. You saw the
        list when you made your request. Your account is closed and you’ve been signed out
        everywhere.
      </Paragraph>
      <Paragraph>
        This is the last email we’ll send you. If you didn’t ask for this, email{" "}
        {context.support_email} straight away.
      </Paragraph>
    </>
  ),
});

export const erasure_refused = defineEmail(erasureRefusedEmail, {
  read: readRefusalEmail,
  subject: () => "We can’t delete your data",
  preview: () => "Why not, and what you can do next.",
  Body: ({ first_name, reason, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>You asked us to delete your data. We can’t do that, for this reason:</Paragraph>
      <Paragraph>{reason}</Paragraph>
      <Paragraph>
        If you think this is wrong, email {context.support_email}. You can also complain to the
        Information Commissioner’s Office (ICO) at ico.org.uk/make-a-complaint, or phone the ICO on
        0303 123 1113.
      </Paragraph>
    </>
  ),
});
