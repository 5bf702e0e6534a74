import {
  documentsToSolicitorEmail,
  readDocumentEmail,
  readDocumentFiles,
} from "#app/domain/documents/document-email.server.ts";
import {
  documentInfectedEmail,
  documentReminderEmail,
  documentRequestsEmail,
  readInfectedEmail,
  readReminder,
  readRequestsEmail,
} from "#app/domain/documents/request-emails.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { Greeting, LinkButton, Paragraph, ReplyHint, Subtitle } from "./components.tsx";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { shortenSubject, streetOf } from "./street.ts";

type Request = {
  id: string;
  title: string;
  purpose: string | null;
  status: string;
  reason: string | null;
  /** Such as "Send it by Friday 11 December." */
  due: string;
};

/** Email to the customers of a side after staff have requested a document or sent one back. */
export const document_requests = defineEmail(documentRequestsEmail, {
  read: readRequestsEmail,
  subject: ({ property, requests }) =>
    shortenSubject(`${toSend(requests)}: ${streetOf(property)}`, property),
  preview: ({ requests }) => namesOf(requests),
  Body: ({ first_name, property, requests, page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {requests.length === 1 ? "We need a document" : `We need ${requests.length} documents`} from
        you for {property}.
      </Paragraph>
      {requests.map((request) => (
        <RequestText key={request.id} request={request} />
      ))}
      <HowToSend page={page} />
      <Paragraph>
        If you don’t have a document, use the button above and choose “I don’t have this”.
      </Paragraph>
    </>
  ),
});

/** Reminder to a customer of the documents that are still to send, for one matter or several. */
export const document_reminder = defineEmail(documentReminderEmail, {
  read: readReminder,
  subject: ({ matters }) => {
    const [only] = matters.length === 1 ? matters : [];
    if (!only) return `Reminder: documents to send for ${matters.length} properties`;
    return shortenSubject(`Reminder: documents for ${streetOf(only.property)}`, only.property);
  },
  preview: ({ matters }) => namesOf(matters.flatMap(({ requests }) => requests)),
  Body: ({ first_name, matters }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>We still need these documents from you.</Paragraph>
      {matters.map(({ property, requests, page }) => (
        <section key={page}>
          <Paragraph>
            <strong>{property}</strong>
          </Paragraph>
          {requests.map((request) => (
            <RequestText key={request.id} request={request} />
          ))}
          <HowToSend page={page} />
        </section>
      ))}
      <Paragraph>
        If you don’t have a document, use the button{" "}
        {matters.length === 1 ? "above" : "for its property"} and choose “I don’t have this”.
      </Paragraph>
    </>
  ),
});

/** Email to the customers of a side after our scanner found a virus in a file. */
export const document_infected = defineEmail(documentInfectedEmail, {
  read: readInfectedEmail,
  subject: ({ property }) =>
    shortenSubject(`We couldn’t accept your file: ${streetOf(property)}`, property),
  preview: ({ file_name }) => `Our scanner found a virus in “${file_name}”.`,
  Body: ({ first_name, property, file_name, due, page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We couldn’t accept “{file_name}” for {property}: our scanner found a virus.
      </Paragraph>
      <Paragraph>No one can open the file, and we won’t send it to anyone.</Paragraph>
      <Paragraph>
        Please make a new copy, for example a photo of the paper document, and upload it. {due}
      </Paragraph>
      <Paragraph>Check the computer or phone that the file came from for viruses.</Paragraph>
      <LinkButton href={page}>Upload a clean copy</LinkButton>
    </>
  ),
});

/** Email to a side’s solicitor with documents of the side as attachments. */
export const documents_to_solicitor = defineEmail(documentsToSolicitorEmail, {
  read: readDocumentEmail,
  subject: ({ property, documents, people }) =>
    shortenSubject(
      `${pluralise(documents.length, "file")} from your ${clients(people)}: ${streetOf(property)}`,
      property,
    ),
  preview: ({ documents }) => namesOf(uniqueTitles(documents)),
  cc: ({ cc }) => cc,
  files: readDocumentFiles,
  Body: ({ first_name, property, side, people, documents, reference }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We’ve attached {documents.length === 1 ? "a file" : `${documents.length} files`} that your{" "}
        {people.length === 1 ? "client has" : "clients have"} sent us for the{" "}
        {side === "seller" ? "sale" : "purchase"} of {property}.
      </Paragraph>
      <Facts
        facts={[
          [`Your ${clients(people)}`, new Intl.ListFormat("en-GB").format(people)],
          ...uniqueTitles(documents).map(({ title }): [string, string] => [
            title,
            documents
              .filter((document) => document.title === title)
              .map(({ file_name }) => file_name)
              .join("\n"),
          ]),
          ["Our reference", reference],
        ]}
      />
      <Paragraph>
        You don’t need to do anything else for us. If you need another document, reply to this
        email. We’ll request it from your {clients(people)}.
      </Paragraph>
      <ReplyHint />
    </>
  ),
});

const clients = (people: readonly string[]) => (people.length === 1 ? "client" : "clients");

function uniqueTitles(documents: readonly { title: string }[]) {
  return [...new Set(documents.map(({ title }) => title))].map((title) => ({ title }));
}

function RequestText({ request: { title, purpose, status, reason, due } }: { request: Request }) {
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {status === "sent_back" && reason ? (
        <Paragraph>
          <strong>We couldn’t accept what you sent:</strong> {reason}
        </Paragraph>
      ) : null}
      {purpose ? <Paragraph>{purpose}</Paragraph> : null}
      <Paragraph>{due}</Paragraph>
    </>
  );
}

function HowToSend({ page }: { page: string }) {
  return (
    <>
      <LinkButton href={page}>Upload documents</LinkButton>
      <Paragraph>You can also reply to this email with the files attached.</Paragraph>
    </>
  );
}

function toSend(requests: readonly Request[]) {
  return requests.length === 1
    ? "Please send us a document"
    : `Please send us ${requests.length} documents`;
}

const namesOf = (requests: readonly { title: string }[]) =>
  new Intl.ListFormat("en-GB").format(requests.map(({ title }) => title));
