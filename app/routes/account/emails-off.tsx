import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireEmailsLink } from "#app/auth/guards.server.ts";
import { readWantedEmails, unsubscribe } from "#app/domain/news/choices.server.ts";
import { EMAIL_KINDS } from "#app/domain/news/email-kinds.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Stop these emails";

export const handle: PageHandle = { title: TITLE, kind: "comfort", robots: "noindex, nofollow" };

/** Where a link in an email leads, signed in or not. Opening it changes nothing: scanners of mailboxes open every link (24). */
export async function loader({ params }: LoaderFunctionArgs) {
  const { reader, kinds } = requireEmailsLink(params.token ?? "");
  const wanted = await readWantedEmails(db, reader);
  return data({
    kinds: EMAIL_KINDS.filter(({ kind }) => kinds.includes(kind)),
    areOff: kinds.every((kind) => !wanted.includes(kind)),
  });
}

/** The button of the page, or a mailbox that posts by itself (RFC 8058) and follows no redirect. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { reader, kinds } = requireEmailsLink(params.token ?? "");
  const form = await readForm(request);
  await inTransaction(db, (trx) => unsubscribe(trx, { user_id: reader.id, kinds }));
  if (form.has("List-Unsubscribe")) return new Response(null, { status: 200 });
  return redirect(new URL(request.url).pathname, { status: 303 });
}

export default function EmailsOff() {
  const { kinds, areOff } = useLoaderData<typeof loader>();
  return (
    <Page title={TITLE} width="narrow">
      <div className="stack">
        {areOff ? (
          <Notification kind="success" title="You’ve unsubscribed from these emails" live>
            <p>Changed your mind? You can choose again below.</p>
          </Notification>
        ) : null}
        <ul>
          {kinds.map(({ kind, label, about }) => (
            <li key={kind}>
              <strong>{label}</strong>: {about}
            </li>
          ))}
        </ul>
        {areOff ? null : (
          <Form method="post">
            <SubmitButton>Stop these emails</SubmitButton>
          </Form>
        )}
        <p>
          <Link to={paths.yourEmails.page()}>Choose which emails you get</Link>. You’ll need to sign
          in.
        </p>
      </div>
    </Page>
  );
}
