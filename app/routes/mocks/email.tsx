import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { emails } from "#mocks/postmark.ts";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "Email", part: fromData("subject") };

export async function loader({ params }: LoaderFunctionArgs) {
  const { world } = requireDoubles();
  const email = await world.state.get(emails, params.id ?? "");
  if (!email) throw data(null, { status: 404 });
  const text = email.TextBody ?? "";
  return {
    id: email.MessageID,
    from: email.From,
    to: email.To,
    reply_to: email.ReplyTo,
    subject: email.Subject,
    at: formatTime(email.SubmittedAt),
    tag: email.Tag,
    files: (email.Attachments ?? []).map(({ Name, Content, ContentType }) => ({
      name: Name,
      url: `data:${ContentType};base64,${Content}`,
    })),
    hasHtml: Boolean(email.HtmlBody),
    // The pattern’s group makes every second part of the result a URL.
    text: text.split(/(https?:\/\/[^\s<>"]+)/),
  };
}

export default function Email() {
  const email = useLoaderData<typeof loader>();
  return (
    <Page title={email.subject} back={paths.mocks.postbox()}>
      <div className="stack" data-gap="l">
        <SummaryList
          rows={[
            { term: "From", description: email.from },
            { term: "To", description: email.to },
            ...(email.reply_to ? [{ term: "Reply to", description: email.reply_to }] : []),
            { term: "Sent", description: email.at },
            ...(email.files.length > 0
              ? [
                  {
                    term: "Attached",
                    description: email.files.map(({ name, url }) => (
                      <a key={name} href={url} download={name}>
                        {name}
                      </a>
                    )),
                  },
                ]
              : []),
            ...(email.tag ? [{ term: "Kind", description: <code>{email.tag}</code> }] : []),
          ]}
        />
        <p>
          <Link to={paths.mocks.write({ answer: email.id })}>Answer this email</Link>
        </p>
        {email.hasHtml ? (
          <>
            <h2>As the reader sees it</h2>
            <iframe
              title="The email"
              src={paths.mocks.emailBody(email.id)}
              sandbox="allow-top-navigation-by-user-activation allow-popups"
              width="100%"
              height="640"
            />
          </>
        ) : null}
        <h2>As plain text</h2>
        <pre>
          {email.text.map((part, index) =>
            index % 2 === 1 ? (
              <a key={index} href={part}>
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </pre>
      </div>
    </Page>
  );
}
