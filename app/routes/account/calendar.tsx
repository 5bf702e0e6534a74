import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import {
  deleteCalendarAddress,
  createCalendarAddress,
  readCalendarAddress,
} from "#app/domain/calendar/feed-urls.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { customerMoment } from "#app/domain/shared/dates.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Your dates in your calendar";

export const handle: PageHandle = { title: TITLE };

/**
 * The response must not be cached, because it contains the private address of the calendar feed.
 */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const formName = (id: string) => `calendar-address ${id}`;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCustomer(request);
  const since = await readCalendarAddress(db, user.id);
  return { since: since && customerMoment(since), form_key: newIdempotencyKey(formName(user.id)) };
}

/**
 * Creates, renews or deletes the address of the calendar feed. The database stores only a hash of
 * it, so the address is shown only once.
 */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireCustomer(request);
  const here = paths.yourCalendar();
  const form = await readForm(request);
  if (formText(form, "intent") === "end") {
    const ended = await inTransaction(db, (trx) => deleteCalendarAddress(trx, user.id));
    return redirectWithFlash(here, {
      kind: ended ? "success" : "info",
      title: ended
        ? "Your calendar link has been turned off"
        : "You don’t have a calendar link to turn off",
    });
  }
  try {
    const post = {
      form: formName(user.id),
      key: formText(form, "form_key"),
      body: formText(form, "intent"),
    };
    const token = await withIdempotencyKey(db, post, (trx) => createCalendarAddress(trx, user.id));
    if (token) return { address: siteUrl(paths.calendar(token)) };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  return redirectWithFlash(here, {
    kind: "info",
    title: "You’ve already seen this link",
    description: "If you didn’t save it, create a new one.",
  });
}

export default function YourCalendar() {
  const { since, form_key } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  return (
    <Page
      title={TITLE}
      width="narrow"
      lead="Add your sale and purchase dates to your own calendar. If a date changes, your calendar will update automatically."
      back={paths.welcomeBack()}
    >
      <div className="stack" data-gap="l">
        {made ? <Made address={made.address} /> : null}
        <p>
          If there’s no date yet for exchange or completion, your calendar will show an estimate
          once we have enough information. Estimates are labelled.
        </p>
        <section className="stack" aria-labelledby="address">
          <h2 id="address">{since ? "Your calendar link" : "Create your calendar link"}</h2>
          <p>
            {since
              ? `You created this link on ${since}. We can’t show it again. If you’ve lost it, create a new one and the old one will stop working.`
              : "Anyone with this link can see your dates and property addresses, but nothing else. You can turn it off here at any time."}
          </p>
          <Form method="post" className="form">
            <input type="hidden" name="form_key" value={form_key} />
            <SubmitButton kind={since ? "secondary" : "primary"} name="intent" value="make">
              {since ? "Create a new link" : "Create a link"}
            </SubmitButton>
          </Form>
          {since ? (
            <Form method="post" className="form">
              <SubmitButton kind="quiet" name="intent" value="end">
                Turn off this link
              </SubmitButton>
            </Form>
          ) : null}
        </section>
        <SupportContact />
      </div>
    </Page>
  );
}

function Made({ address }: { address: string }) {
  return (
    <Card title="Save this link" tone="next">
      <p>
        In your calendar app, choose “Subscribe to calendar” or “Add from web” and paste in this
        link. We’ll only show it once.
      </p>
      <p>
        <code className="calendar-address">{address}</code>
      </p>
      <p>
        <a href={address.replace(/^https?:/, "webcal:")}>Open in your calendar app</a>
      </p>
    </Card>
  );
}
