import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireCustomer, requireFreshSignIn } from "#app/auth/guards.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { customerDate, customerMoment } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { readOwnCorrection } from "#app/domain/privacy/corrections.server.ts";
import { readNewestCopy, requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { listHeld } from "#app/domain/privacy/notice.server.ts";
import { readOwnRequest } from "#app/domain/privacy/privacy-requests.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { requireLimits, RateLimitError } from "#app/limits/limits.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";

export const handle: PageHandle = { title: "Your data" };

const FORM = "data-copy";

/**
 * Number of copies that a person may request in a day. Each one is a job, a ZIP file and an email
 * (SE-10).
 */
const COPIES_A_DAY = 3;
const DAY = 24 * 60 * 60;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCustomer(request);
  return {
    email: user.email,
    copy: copyView(await readNewestCopy(db, user, { user_id: user.id })),
    has_to_sign_in: !user.signed_in_freshly,
    erasure: user.type === "admin" ? null : erasureText(await readOwnRequest(db, user.id)),
    correction: correctionText(await readOwnCorrection(db, user.id)),
    held: listHeld(user.type === "admin" ? ["staff"] : ["seller", "buyer"]),
    form_key: newIdempotencyKey(FORM),
  };
}

function erasureText(request: Awaited<ReturnType<typeof readOwnRequest>>) {
  if (!request) return { can_ask: true, can_withdraw: false, text: null };
  const { status, reason, created_at } = request;
  const asked = `On ${customerDate(created_at)} you asked us to delete your data.`;
  switch (status) {
    case "open":
    case "erasing":
    case "erased":
      return {
        can_ask: false,
        can_withdraw: status === "open",
        text: `${asked} Someone on our team will review it and email you.`,
      };
    case "refused":
      return {
        can_ask: true,
        can_withdraw: false,
        text: `${asked} We couldn’t do it: ${reason}`,
      };
    case "withdrawn":
      return { can_ask: true, can_withdraw: false, text: `${asked} You withdrew your request.` };
  }
}

function correctionText(request: Awaited<ReturnType<typeof readOwnCorrection>>) {
  if (!request) return null;
  const asked = `On ${customerDate(request.created_at)} you asked for a correction.`;
  if (request.status === "open") {
    return { is_open: true, text: `${asked} Someone on our team will review it and email you.` };
  }
  const outcome =
    request.status === "corrected" ? "We’ve corrected your data" : "We haven’t changed your data";
  return { is_open: false, text: `${asked} ${outcome}: ${request.answer}` };
}

type Newest = Awaited<ReturnType<typeof readNewestCopy>>;

function copyView(copy: Newest) {
  if (!copy) return null;
  const { id, status, size_bytes, is_over } = copy;
  return {
    state: is_over ? ("over" as const) : status,
    asked: customerMoment(copy.created_at),
    until: customerMoment(copy.expires_at),
    size: size_bytes === null ? null : formatFileSize(size_bytes),
    address: paths.yourData.copy(id),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireFreshSignIn(request, paths.yourData.page());
  const posted = await readForm(request);
  return redirectWithFlash(paths.yourData.page(), await ask(user, formText(posted, "form_key")));
}

async function ask({ id, email }: SignedIn, key: string) {
  try {
    const post = { form: FORM, key, body: id };
    const begun = await withIdempotencyKey(db, post, async (trx) => {
      if (!(await requestCopy(trx, { user_id: id, by: id }))) return false;
      await requireLimits(trx, [{ key: `data-copy:${id}`, limit: COPIES_A_DAY, seconds: DAY }]);
      return true;
    });
    return begun === false
      ? ({ kind: "info", title: "We’re already preparing a copy" } as const)
      : ({
          kind: "success",
          title: "We’re preparing your copy",
          description: `We’ll email ${email} when it’s ready.`,
        } as const);
  } catch (error) {
    if (error instanceof RateLimitError) {
      return {
        kind: "error",
        title: `You’ve already asked for ${COPIES_A_DAY} copies today`,
        description: "You can ask for another copy in 24 hours.",
      } as const;
    }
    if (!(error instanceof ConflictError)) throw error;
    return { kind: "error", title: "We couldn’t make a copy", description: error.message } as const;
  }
}

export default function YourData() {
  const { held, erasure, correction, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Your data"
      lead="See what we hold about you, get a copy, or ask us to correct or delete it."
      back={paths.welcomeBack()}
    >
      <div className="stack" data-gap="l">
        <Copy {...page} />
        <section className="stack" aria-labelledby="held">
          <h2 id="held">What we hold</h2>
          <p>
            This table covers everyone who sells, buys or gives money towards a purchase. Some rows
            may not apply to you. Our <Link to={paths.legal.privacy()}>privacy policy</Link> has the
            full list, and explains who sees your data.
          </p>
          <DataTable
            caption="What we hold about you, why, and how long we keep it"
            hideCaption
            list="held"
            columns={COLUMNS}
            rows={held}
            rowKey={({ what }) => what}
          />
        </section>
        <section className="stack" aria-labelledby="signed-in">
          <h2 id="signed-in">Where you’re signed in</h2>
          <p>
            <Link to={paths.yourSignIns.page()}>See your browsers and sign out</Link>
          </p>
        </section>
        {erasure ? (
          <section className="stack" aria-labelledby="erasure">
            <h2 id="erasure">Delete your data</h2>
            {erasure.text ? <p>{erasure.text}</p> : null}
            {erasure.can_withdraw ? (
              <Form method="post" action={paths.yourData.erasure()} className="form">
                <SubmitButton kind="secondary" name="withdraw" value="yes">
                  Withdraw this request
                </SubmitButton>
              </Form>
            ) : null}
            {erasure.can_ask ? (
              <p>
                <ButtonLink to={paths.yourData.erasure()} kind="secondary">
                  See what we’d delete
                </ButtonLink>
              </p>
            ) : null}
          </section>
        ) : null}
        <section className="stack" aria-labelledby="rights">
          <h2 id="rights">Correct your data</h2>
          <p>
            <Link to={paths.yourData.details()}>Change your phone number or address</Link>
          </p>
          {correction ? <p>{correction.text}</p> : null}
          {correction?.is_open ? null : (
            <p>
              <ButtonLink to={paths.yourData.correction()} kind="secondary">
                Tell us what’s wrong
              </ButtonLink>
            </p>
          )}
          <p>
            You can also object to how we use your data, or complain to the Information
            Commissioner’s Office. Our <Link to={paths.legal.privacy()}>privacy policy</Link>{" "}
            explains how.
          </p>
          <SupportContact />
        </section>
      </div>
    </Page>
  );
}

type Shown = Omit<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "held" | "erasure" | "correction"
>;

function Copy({ copy, email, form_key, has_to_sign_in }: Shown) {
  return (
    <Card title="A copy of your data" tone={copy?.state === "ready" ? "next" : "plain"}>
      <div className="stack">
        <CopyState copy={copy} />
        {copy?.state === "making" ? null : (
          <>
            <p>
              You’ll get a web page you can read, the same data as JSON files, and your documents.
              It takes a few minutes. We’ll email {email} when it’s ready, and you can download it
              for 7 days.
            </p>
            {has_to_sign_in ? (
              <p className="hint">
                To protect your data, you’ll need to sign in again before you ask for or download a
                copy. We’ll email you a link.
              </p>
            ) : null}
            <Form method="post" className="form">
              <input type="hidden" name="form_key" value={form_key} />
              <SubmitButton kind={copy?.state === "ready" ? "secondary" : "primary"}>
                {copy ? "Ask for a new copy" : "Ask for a copy"}
              </SubmitButton>
            </Form>
          </>
        )}
      </div>
    </Card>
  );
}

function CopyState({ copy }: Pick<Shown, "copy">) {
  if (!copy) return <p>You haven’t asked for a copy recently.</p>;
  switch (copy.state) {
    case "making":
      return (
        <p>
          <strong>We’re preparing your copy.</strong> You asked for it on {copy.asked}. We’ll email
          you when it’s ready. You can leave this page.
        </p>
      );
    case "ready":
      return (
        <>
          <p>
            <strong>Your copy is ready.</strong> You can download it until {copy.until}.
          </p>
          <p>
            <ButtonLink to={copy.address} reloadDocument>
              Download your copy ({copy.size})
            </ButtonLink>
          </p>
        </>
      );
    case "over":
      return <p>The copy you asked for on {copy.asked} has expired.</p>;
    case "failed":
      return (
        <p>
          <strong>We couldn’t make the copy you asked for on {copy.asked}.</strong> Please ask
          again, or email us.
        </p>
      );
  }
}

const COLUMNS: readonly Column<Line>[] = [
  { key: "what", title: "What", cell: ({ what }) => what, width: "wide" },
  {
    key: "why",
    title: "Why, and our legal basis",
    cell: ({ why, basis }) => `${why} (${basis.toLowerCase()})`,
    width: "wide",
  },
  { key: "kept", title: "How long we keep it", cell: ({ retention }) => retention, width: "wide" },
];

type Line = ReturnType<typeof useLoaderData<typeof loader>>["held"][number];
