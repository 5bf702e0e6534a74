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

const TITLE = "Have your data deleted";

export const handle: PageHandle = { title: TITLE, kind: "comfort" };

const FORM = "erasure";

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
    if (type === "admin") throw new ConflictError("Whoever works here asks a colleague.");
    const post = { form: FORM, key, body: id };
    const begun = await doOnce(db, post, (trx) => requestErasure(trx, id));
    return await redirectWithFlash(
      paths.yourData.page(),
      begun === false
        ? { kind: "info", title: "You have asked for this already" }
        : {
            kind: "success",
            title: "You have asked us to delete your data",
            description: "A person looks at it, and we email you.",
          },
    );
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const description = error.message;
    return redirectWithFlash(paths.yourData.erasure(), {
      kind: "error",
      title: "Not asked for",
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
          <p>You work here: what is held on you is part of matters. Ask a colleague.</p>
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
  return (
    <Notification kind="info" title="This cannot be done now">
      <p>
        What we hold is needed while a sale or a purchase is under way. You can ask once each of
        these is completed, or has fallen through:
      </p>
      <div className="prose">
        <ul>
          {under_way.map((home) => (
            <li key={home}>{home}</li>
          ))}
        </ul>
      </div>
      <p>If one of them is at an end already, write to us, and we put that right first.</p>
    </Notification>
  );
}

function Plan({ keeps, has_to_sign_in, form_key }: Shown) {
  return (
    <>
      <Card title="What goes">
        <div className="prose">
          <ul>
            <li>your account: you are signed out everywhere and cannot sign in any more;</li>
            <li>
              what you have typed and not sent, and sales and purchases that you have only begun;
            </li>
            <li>
              your messages and emails to us, and ours to you, that belong to no finished matter;
            </li>
            <li>invitations, what a valuer told us of you, and any regular emails.</li>
          </ul>
        </div>
        <p>
          At Stripe we delete you as a customer if you have paid nothing. Postmark, which carries
          our emails, forgets them by itself after 45 days.
        </p>
      </Card>
      <Card title="What has to stay">
        {keeps.length > 0 ? (
          <dl className="stack">
            {keeps.map(({ what, until, why }) => (
              <div key={what}>
                <dt>
                  <strong>{what}</strong>
                </dt>
                <dd>
                  until {until}, because {why}.
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        <div className="prose">
          <ul>
            <li>the log of who did what, which has ids and no names;</li>
            <li>
              what others have said of you in their own sale or purchase, as long as that stays;
            </li>
            <li>that you were erased, under a code, so that a backup cannot bring you back.</li>
          </ul>
        </div>
      </Card>
      <p>
        A person looks at each request, and we email you what comes of it, within a month. It cannot
        be taken back. You may want <Link to={paths.yourData.page()}>a copy</Link> first.
      </p>
      {has_to_sign_in ? (
        <p className="hint">To ask for this you sign in once more, by a link that we email you.</p>
      ) : null}
      <Form method="post" className="form">
        <input type="hidden" name="form_key" value={form_key} />
        <SubmitButton
          kind="warning"
          after={<Link to={paths.yourData.page()}>Keep my account</Link>}
        >
          Ask to have my data deleted
        </SubmitButton>
      </Form>
    </>
  );
}
