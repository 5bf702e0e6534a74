import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireCustomer, requireFreshSignIn } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { customerDate } from "#app/domain/fields/dates.ts";
import { planErasure } from "#app/domain/privacy/erasure.server.ts";
import { requestErasure } from "#app/domain/privacy/privacy-requests.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { doOnce, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, Stuck } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";

const TITLE = "Delete your data";

export const handle: PageHandle = { title: TITLE, kind: "comfort" };

const FORM = "erasure";

const STAFF = "You have a staff account, so you can’t delete your data here. Ask an administrator.";

/** What will go, and what has to stay until when; or that it cannot be now (23). */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCustomer(request);
  const { under_way, keeps } = await planErasure(db, user.id);
  return {
    works_here: user.type === "admin",
    under_way,
    keeps: keeps.map((kept) => ({ ...kept, until: customerDate(kept.until) })),
    has_to_sign_in: !user.signed_in_freshly,
    form_key: newFormKey(FORM),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { id, type } = await requireFreshSignIn(request, paths.yourData.erasure());
  const key = formText(await readForm(request), "form_key");
  try {
    if (type === "admin") throw new ConflictError(STAFF);
    const post = { form: FORM, key, body: id };
    const begun = await doOnce(db, post, (trx) => requestErasure(trx, id));
    return await redirectWithFlash(
      paths.yourData.page(),
      begun === false
        ? { kind: "info", title: "You’ve already asked for this" }
        : {
            kind: "success",
            title: "You’ve asked us to delete your data",
            description: "Someone on our team will review it and email you.",
          },
    );
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const description = error.message;
    return redirectWithFlash(paths.yourData.erasure(), {
      kind: "error",
      title: "We couldn’t send your request",
      description,
    });
  }
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Erasure() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={TITLE} width="narrow" back={paths.yourData.page()}>
      <div className="stack" data-gap="l">
        {page.works_here ? (
          <p>{STAFF}</p>
        ) : page.under_way.length > 0 ? (
          <NotNow under_way={page.under_way} />
        ) : (
          <Plan {...page} />
        )}
        <Stuck />
      </div>
    </Page>
  );
}

function NotNow({ under_way }: Pick<Shown, "under_way">) {
  const isOne = under_way.length === 1;
  return (
    <Notification kind="info" title="You can’t do this yet">
      <p>
        We need your data while you have a sale or purchase in progress. You can ask us to delete it
        once {isOne ? "this one has" : "all of these have"} completed or fallen through:
      </p>
      <div className="prose">
        <ul>
          {under_way.map((home) => (
            <li key={home}>{home}</li>
          ))}
        </ul>
      </div>
      <p>
        If {isOne ? "it" : "one of these"} has already ended, email us and we’ll update our records.
      </p>
    </Notification>
  );
}

function Plan({ keeps, has_to_sign_in, form_key }: Shown) {
  return (
    <>
      <Card title="What we’ll delete">
        <div className="prose">
          <ul>
            <li>
              access to your account (we’ll close it and sign you out everywhere, and you can’t sign
              in again)
            </li>
            <li>
              answers you haven’t submitted, and the people you added to a sale or purchase you
              started without accepting our terms
            </li>
            <li>
              messages from our contact form, and emails between us that aren’t about a sale or
              purchase
            </li>
            <li>
              invitations, details an estate agent gave us about you, and email preferences and
              subscriptions
            </li>
            {keeps.length > 0 ? null : <li>your name and contact details</li>}
          </ul>
        </div>
        <p>
          {keeps.length > 0
            ? "We’ll keep any record of you at Stripe, our payment provider."
            : "We’ll also delete any record of you at Stripe, our payment provider."}{" "}
          Postmark, our email provider, deletes its copies of our emails after 45 days.
        </p>
      </Card>
      <Card title="What we need to keep">
        {keeps.length > 0 ? (
          <>
            <dl className="stack">
              {keeps.map(({ what, until, why }) => (
                <div key={what}>
                  <dt>
                    <strong>{what}</strong>
                  </dt>
                  <dd>
                    Until {until}, because {why}.
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              Your name and contact details stay in these records. Until we delete them, you can’t
              sign up again with the same email address.
            </p>
          </>
        ) : null}
        <div className="prose">
          <ul>
            <li>an activity log that contains reference numbers but no names</li>
            <li>
              your details, emails and ID check in someone else’s sale or purchase, for as long as
              we keep them
            </li>
            <li>
              property details from a sale or purchase you started without accepting our terms
            </li>
            <li>a record of our last email to you, for 12 months</li>
            <li>
              a coded record that we deleted your data, so we can delete it again if we ever restore
              a backup
            </li>
          </ul>
        </div>
      </Card>
      <p>
        Someone on our team reviews every request, and we’ll email you within one month. You can’t
        undo this, so you may want to{" "}
        <Link to={paths.yourData.page()}>get a copy of your data</Link> first.
      </p>
      {has_to_sign_in ? (
        <p className="hint">You’ll need to sign in again first. We’ll email you a link.</p>
      ) : null}
      <Form method="post" className="form">
        <input type="hidden" name="form_key" value={form_key} />
        <SubmitButton
          kind="warning"
          after={<Link to={paths.yourData.page()}>Keep my account</Link>}
        >
          Ask us to delete my data
        </SubmitButton>
      </Form>
    </>
  );
}
