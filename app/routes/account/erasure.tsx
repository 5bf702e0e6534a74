import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireCustomer, requireFreshSignIn } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { alwaysKept, erasureRefusalToday } from "#app/domain/privacy/erasure-answer.ts";
import { planErasure } from "#app/domain/privacy/erasure-plan.server.ts";
import { requestErasure, withdrawErasure } from "#app/domain/privacy/privacy-requests.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Delete your data";

export const handle: PageHandle = { title: TITLE };

const FORM = "erasure";

const STAFF = "You have a staff account, so you can’t delete your data here. Ask an administrator.";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCustomer(request);
  const { under_way, keeps, account } = await planErasure(db, user.id);
  return {
    works_here: user.type === "admin",
    not_yet: erasureRefusalToday(under_way),
    account,
    keeps: keeps.map((part) => ({ ...part, until: customerDate(part.until) })),
    has_to_sign_in: !user.signed_in_freshly,
    form_key: newIdempotencyKey(FORM),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const customer = await requireCustomer(request);
  const form = await readForm(request);
  if (form.has("withdraw")) return withdraw(customer.id);
  const { id, type } = await requireFreshSignIn(request, paths.yourData.erasure());
  const key = formText(form, "form_key");
  try {
    if (type === "admin") throw new ConflictError(STAFF);
    const post = { form: FORM, key, body: id };
    const begun = await withIdempotencyKey(db, post, (trx) => requestErasure(trx, id));
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

/**
 * Withdraws an erasure request. The person doesn’t need to sign in again, because this deletes no
 * data.
 */
async function withdraw(user_id: string) {
  try {
    await inTransaction(db, (trx) => withdrawErasure(trx, user_id));
    return await redirectWithFlash(paths.yourData.page(), {
      kind: "success",
      title: "You’ve withdrawn your request",
      description: "We won’t delete your data. You can ask again at any time.",
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const description = error.message;
    return redirectWithFlash(paths.yourData.page(), {
      kind: "error",
      title: "We couldn’t withdraw your request",
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
        ) : (
          <>
            {page.not_yet ? (
              <Notification kind="info" title="We can’t delete your data yet">
                <p>{page.not_yet}</p>
                <p>
                  You can still ask. We’ll then email you our reasons. If the sale or purchase has
                  already ended, say so by email and we’ll update our records.
                </p>
              </Notification>
            ) : null}
            <Plan {...page} />
          </>
        )}
        <SupportContact />
      </div>
    </Page>
  );
}

const ACCOUNT_WORDS = {
  whole: null,
  address:
    "your name, phone number and address on your account (the email address stays, so it can’t be used to sign in)",
  nothing: "your name and contact details",
};

function Plan({ keeps, account, has_to_sign_in, form_key }: Shown) {
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
            {ACCOUNT_WORDS[account] ? <li>{ACCOUNT_WORDS[account]}</li> : null}
          </ul>
        </div>
        <p>
          {account === "whole"
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
            {alwaysKept("you").map((line) => (
              <li key={line}>{line}</li>
            ))}
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
