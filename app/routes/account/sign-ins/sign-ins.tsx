import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { requireFreshFactor, requireSignedIn } from "#app/auth/guards.server.ts";
import { endSessions, listSessions, type OwnSession } from "#app/auth/own-sessions.server.ts";
import { readFactors, removeFactor } from "#app/auth/second-factor.server.ts";
import type { SignedIn } from "#app/auth/session.server.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { customerDate, customerMoment } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { subjectOf } from "#app/domain/staff/change-staff.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";

const TITLE = "Where you’re signed in";

export const handle: PageHandle = { title: TITLE };

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireSignedIn(request);
  const sessions = await listSessions(db, user.id);
  return {
    sessions: sessions.map((session) => sessionView(session, user)),
    factors: user.type === "admin" ? factorsView(await readFactors(db, user.id)) : null,
    must_set_up:
      user.type === "admin" && env.STAFF_SECOND_FACTOR === "required" && !user.has_second_factor,
  };
}

function sessionView({ id, device, ip_address, ...times }: OwnSession, user: SignedIn) {
  return {
    id,
    device: device ?? "A browser",
    is_here: id === user.session_id,
    ip_address,
    since: times.signed_in_at && customerMoment(times.signed_in_at),
    last_seen: customerMoment(times.last_seen_at),
  };
}

type FactorsView = ReturnType<typeof factorsView>;

function factorsView({
  passkeys,
  totp_since,
  codes_left,
}: Awaited<ReturnType<typeof readFactors>>) {
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      since: customerDate(created_at),
      last_used: last_used_at && customerDate(last_used_at),
    })),
    totp_since: totp_since && customerDate(totp_since),
    codes_left,
    has_any: passkeys.length > 0 || totp_since !== null,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireSignedIn(request);
  const form = await readForm(request);
  const factor = formText(form, "factor");
  const here = paths.yourSignIns.page();
  if (factor && user.type === "admin") {
    requireFreshFactor(request, user);
    return redirectWithFlash(here, await remove(user, factor));
  }
  const session = formText(form, "session");
  const which = session === "others" ? { except: user.session_id } : { only: session };
  const ended = await inTransaction(db, async (trx) => {
    const number = await endSessions(trx, user.id, which);
    if (number > 0 && user.type === "admin") {
      const actor = { id: user.id, request_id: requestId() };
      await recordAudit(trx, { actor, action: "sessions_ended", subject: subjectOf(user.id) });
    }
    return number;
  });
  return redirectWithFlash(here, {
    kind: ended > 0 ? "success" : "info",
    title: signedOutText(session, ended),
  });
}

function signedOutText(session: string, ended: number): string {
  if (session === "others") {
    return ended > 0 ? "Signed out everywhere else" : "You weren’t signed in anywhere else";
  }
  return ended > 0 ? "Signed out of that browser" : "That browser was already signed out";
}

async function remove({ id }: SignedIn, factor: string) {
  try {
    if (factor !== "totp" && !isObjectId(factor)) return GONE;
    const actor = { id, request_id: requestId() };
    await inTransaction(db, (trx) => removeFactor(trx, { actor, factor }));
    return { kind: "success", title: "Removed" } as const;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: "error", title: "Not removed", description: error.message } as const;
  }
}

const GONE = { kind: "info", title: "It’s already been removed" } as const;

export default function SignIns() {
  const { sessions, factors, must_set_up } = useLoaderData<typeof loader>();
  return (
    <Page
      title={TITLE}
      lead="If you don’t recognise a browser, or no longer use it, sign it out."
      back={factors ? paths.admin.home() : paths.welcomeBack()}
    >
      <div className="stack" data-gap="l">
        {must_set_up ? (
          <Notification kind="warning" title="Set up a second factor first">
            <p>
              All staff need a second factor. You can’t use the back office until you’ve set one up.
            </p>
          </Notification>
        ) : null}
        {factors ? <SecondFactor factors={factors} /> : null}
        <section className="stack" aria-labelledby="sessions">
          <h2 id="sessions">Browsers</h2>
          <DataTable
            caption="Browsers where you’re signed in"
            hideCaption
            list="sign-ins"
            columns={COLUMNS}
            rows={sessions}
            rowKey={({ id }) => id}
          />
          {sessions.length > 1 ? (
            <Form method="post" className="form">
              <input type="hidden" name="session" value="others" />
              <SubmitButton kind="secondary">Sign out everywhere else</SubmitButton>
            </Form>
          ) : null}
        </section>
        <SupportContact />
      </div>
    </Page>
  );
}

type Row = ReturnType<typeof sessionView>;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "device",
    title: "Browser",
    width: "wide",
    cell: ({ device, is_here }) => (is_here ? `${device} (this one)` : device),
  },
  { key: "since", title: "Signed in", cell: ({ since }) => since, width: "line" },
  { key: "seen", title: "Last seen", cell: ({ last_seen }) => last_seen, width: "line" },
  { key: "ip_address", title: "IP address", cell: ({ ip_address }) => ip_address ?? "Unknown" },
  {
    key: "action",
    title: "Action",
    cell: ({ id, device, is_here, since }) =>
      is_here ? null : (
        <Form method="post">
          <input type="hidden" name="session" value={id} />
          <SubmitButton kind="quiet" size="small">
            Sign out
            <span className="vh">
              {" "}
              ({device}, signed in {since})
            </span>
          </SubmitButton>
        </Form>
      ),
  },
];

function SecondFactor({ factors }: { factors: FactorsView }) {
  const { passkeys, totp_since, codes_left, has_any } = factors;
  const { yourSignIns } = paths;
  return (
    <Card title="Second factor" tone={has_any ? "plain" : "next"}>
      <p>
        {has_any
          ? "We’ll ask for it after you use your sign-in link, and again before anything that can’t be undone."
          : "You haven’t set one up. A second factor stops someone who gets into your email from signing in as you."}
      </p>
      {has_any ? (
        <ul className="stack" data-gap="s">
          {passkeys.map(({ id, name, since, last_used }) => (
            <li key={id} className="cluster">
              <span>
                Passkey <strong>{name}</strong>, added {since}
                {last_used ? `, last used ${last_used}` : null}
              </span>
              <Remove factor={id} what={`the passkey ${name}`} />
            </li>
          ))}
          {totp_since ? (
            <li className="cluster">
              <span>
                <strong>Authenticator app</strong>, set up {totp_since}
              </span>
              <Remove factor="totp" what="the authenticator app" />
            </li>
          ) : null}
          <li className="cluster">
            <span>{pluralise(codes_left, "recovery code")} left</span>
            <ButtonLink to={yourSignIns.recoveryCodes()} kind="quiet" size="small">
              Create new codes
            </ButtonLink>
          </li>
        </ul>
      ) : null}
      <p className="cluster button-row">
        <ButtonLink to={yourSignIns.passkey()} size="small">
          Add a passkey
        </ButtonLink>
        <ButtonLink to={yourSignIns.authenticator()} kind="secondary" size="small">
          {totp_since ? "Set up another app" : "Set up an authenticator app"}
        </ButtonLink>
      </p>
    </Card>
  );
}

function Remove({ factor, what }: { factor: string; what: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="factor" value={factor} />
      <SubmitButton kind="quiet" size="small">
        Remove<span className="vh"> {what}</span>
      </SubmitButton>
    </Form>
  );
}
