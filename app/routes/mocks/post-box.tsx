import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { listWithheldLinks } from "#app/auth/send-email-now.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addressIn, emails } from "#mocks/postmark.ts";
import { requireDoubles } from "./doubles.server.ts";
import { formatTime } from "./time.ts";

export const handle: PageHandle = { title: "Post-box" };

const SHOWN = 100;

export async function loader({ request }: LoaderFunctionArgs) {
  const { world } = requireDoubles();
  const to = new URL(request.url).searchParams.get("to")?.trim() ?? "";
  const found = (await world.state.list(emails)).filter((email) =>
    addressIn(email.To).includes(to.toLowerCase()),
  );
  return {
    to,
    withheld: (await listWithheldLinks(db)).map(({ at, ...link }) => ({
      ...link,
      at: formatTime(at.toISOString()),
    })),
    emails: found.slice(0, SHOWN).map((email) => ({
      id: email.MessageID,
      subject: email.Subject,
      to: email.To,
      tag: email.Tag ?? "",
      at: formatTime(email.SubmittedAt),
    })),
  };
}

export default function PostBox() {
  const { to, emails, withheld } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Post-box"
      lead="Every email that would have been sent, newest first."
      back={paths.mocks.home()}
    >
      <div className="stack" data-gap="l">
        <p>
          <Link to={paths.mocks.write()}>Email us</Link>
        </p>
        <Form method="get" className="cluster">
          <label>
            To{" "}
            <input type="search" name="to" defaultValue={to} className="input" autoComplete="off" />
          </label>
          <Button type="submit" kind="secondary" size="small">
            Filter
          </Button>
        </Form>
        <DataTable
          caption="Emails"
          hideCaption
          list="sent-emails"
          rows={emails}
          rowKey={({ id }) => id}
          empty={to ? "No emails to this address yet." : "No emails yet."}
          columns={[
            {
              key: "subject",
              title: "Subject",
              cell: ({ id, subject }) => <Link to={paths.mocks.email(id)}>{subject}</Link>,
            },
            { key: "to", title: "To", cell: (email) => email.to },
            { key: "tag", title: "Kind", cell: ({ tag }) => <code>{tag}</code> },
            { key: "at", title: "Sent", cell: ({ at }) => at },
          ]}
        />
        {withheld.length > 0 ? (
          <>
            <h2>Not sent</h2>
            <DataTable
              caption="Links requested with preventEmail, which were not sent"
              rows={withheld}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: "link",
                  title: "Link",
                  cell: ({ link, name }) => <a href={link}>{name}</a>,
                },
                { key: "to", title: "To", cell: ({ recipient }) => recipient },
                { key: "at", title: "Requested", cell: ({ at }) => at },
              ]}
            />
          </>
        ) : null}
      </div>
    </Page>
  );
}
