import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireEmailsLink } from "#app/auth/guards.server.ts";
import {
  listSubscribedKinds,
  resubscribe,
  unsubscribe,
} from "#app/domain/notifications/email-opt-outs.server.ts";
import { EMAIL_KINDS, SERVICE_EMAILS } from "#app/domain/notifications/email-kinds.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Stop these emails";

export const handle: PageHandle = { title: TITLE, robots: "noindex, nofollow" };

/**
 * Returns the kinds of email that the link in an email switches off. Only the action switches them
 * off, because mail scanners open every link.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const { reader, kinds } = requireEmailsLink(params.token ?? "");
  const wanted = await listSubscribedKinds(db, reader);
  return data({
    kinds: EMAIL_KINDS.filter(({ kind }) => kinds.includes(kind)),
    areOff: kinds.length > 0 && kinds.every((kind) => !wanted.includes(kind)),
    others: EMAIL_KINDS.filter(({ kind }) => wanted.includes(kind) && !kinds.includes(kind)),
  });
}

/**
 * Handles the page’s buttons, and one-click unsubscribe from a mail program (RFC 8058), which does
 * not follow redirects.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { reader, kinds } = requireEmailsLink(params.token ?? "");
  const form = await readForm(request);
  const off = { user_id: reader.id, kinds };
  await inTransaction(db, (trx) =>
    form.has("undo") ? resubscribe(trx, off) : unsubscribe(trx, off),
  );
  if (form.has("List-Unsubscribe")) return new Response(null, { status: 200 });
  return redirect(new URL(request.url).pathname, { status: 303 });
}

export default function UnsubscribePage() {
  const { kinds, areOff, others } = useLoaderData<typeof loader>();
  return (
    <Page title={TITLE} width="narrow">
      <div className="stack">
        {areOff ? (
          <Notification kind="success" title="You’ve unsubscribed from these emails" live>
            <p>We’ve switched off the emails below. You’ll still get the others.</p>
          </Notification>
        ) : null}
        {kinds.length > 0 ? (
          <Kinds kinds={kinds} />
        ) : (
          <p>These emails are part of our service, so you can’t switch them off.</p>
        )}
        {kinds.length === 0 ? null : (
          <Form method="post">
            {areOff ? (
              <SubmitButton kind="secondary" name="undo" value="yes">
                Send me these emails again
              </SubmitButton>
            ) : (
              <SubmitButton>Stop these emails</SubmitButton>
            )}
          </Form>
        )}
        <h2>What you’ll still get</h2>
        {others.length > 0 ? <Kinds kinds={others} /> : null}
        <ServiceEmails />
        <p>
          <Link to={paths.yourEmails.page()}>Choose which emails you get</Link>. You’ll need to sign
          in.
        </p>
      </div>
    </Page>
  );
}

function Kinds({ kinds }: { kinds: readonly { kind: string; label: string; about: string }[] }) {
  return (
    <ul>
      {kinds.map(({ kind, label, about }) => (
        <li key={kind}>
          <strong>{label}</strong>: {about}
        </li>
      ))}
    </ul>
  );
}

function ServiceEmails() {
  return (
    <>
      <p>You’ll always get emails about:</p>
      <ul>
        {SERVICE_EMAILS.map((about) => (
          <li key={about}>{about}</li>
        ))}
      </ul>
    </>
  );
}
