import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { classify, DEFAULT_ERROR, errorMessage, errorTexts } from "#app/observability/errors.ts";
import { paths } from "#app/paths.ts";
import { readMember } from "#app/platform/read-member.ts";
import { ButtonLink } from "./button.tsx";
import { resubmitAsDocument } from "./elements/resubmit.ts";
import { EmailLink } from "./email-link.tsx";
import { useRootData } from "./root-data.ts";
import { SignedOutFrame } from "./signed-out-layout.tsx";

export const NOT_FOUND = "404! Page not found";
const OUR_FAULT =
  "This is our fault, not yours. Anything you’d already saved is safe, so you can carry on from where you left off.";

function errorStatus(error: unknown) {
  return isRouteErrorResponse(error) ? error.status : 500;
}

export function errorTitle(error: unknown): string {
  switch (errorStatus(error)) {
    case 401:
      return sessionProblem(error)?.title ?? DEFAULT_ERROR;
    case 404:
      return NOT_FOUND;
    case 403:
    case 429:
      return classify(error).message;
    default:
      return isUnanswered(error) ? errorTexts.network : DEFAULT_ERROR;
  }
}

/**
 * Renders the page for an error that no route caught (A-041, A-042, AMB-A13). Works without loader
 * data.
 */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <SignedOutFrame>
      <ErrorContent error={error} />
    </SignedOutFrame>
  );
}

export function ErrorContent({ error, home }: { error: unknown; home?: PageLink }) {
  const again = useRetryLink(error);
  const problem = sessionProblem(error);
  return (
    <div className="wrap page">
      <div className="stack measure" data-gap="l">
        <h1 tabIndex={-1}>{errorTitle(error)}</h1>
        {problem ? (
          <SignInElsewhere {...problem} />
        ) : (
          <>
            <Explanation error={error} />
            <p className="cluster button-row">
              <ButtonLink to={paths.home()} reloadDocument>
                Go to homepage
              </ButtonLink>
              {[again, home].map((way) =>
                way ? (
                  <ButtonLink key={way.to} kind="secondary" to={way.to} reloadDocument>
                    {way.label}
                  </ButtonLink>
                ) : null,
              )}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

type PageLink = { label: string; to: string };

export const toProperties: PageLink = { label: "Go to your properties", to: paths.welcomeBack() };

/**
 * Body of the 401 response to a form: a message, and a link to the page where the person can sign
 * in.
 */
type SessionProblem = { title: string; message: string; way: PageLink };

function sessionProblem(error: unknown): SessionProblem | null {
  if (errorStatus(error) !== 401) return null;
  const data = readMember(error, "data");
  const way = readMember(data, "way");
  const [title, message] = [readMember(data, "title"), readMember(data, "message")];
  const [label, to] = [readMember(way, "label"), readMember(way, "to")];
  const isWhole = [title, message, label, to].every((text) => typeof text === "string");
  return isWhole
    ? {
        ...{ title: String(title), message: String(message) },
        way: { label: String(label), to: String(to) },
      }
    : null;
}

/**
 * Renders a link that opens a new tab. The person can then reload this page to submit the form
 * again.
 */
function SignInElsewhere({ message, way }: SessionProblem) {
  useEffect(resubmitAsDocument, []);
  return (
    <>
      <p>{message}</p>
      <p>
        <ButtonLink to={way.to} reloadDocument target="_blank">
          {way.label}
          <span className="vh"> (opens in a new tab)</span>
        </ButtonLink>
      </p>
    </>
  );
}

function useRetryLink(error: unknown): PageLink | null {
  const { pathname, search } = useLocation();
  const status = errorStatus(error);
  return status === 429 || status >= 500 ? { label: "Try again", to: pathname + search } : null;
}

function Explanation({ error }: { error: unknown }) {
  const status = errorStatus(error);
  if (status === 404) {
    return <p>Check the web address, or start again from the homepage.</p>;
  }
  return (
    <div className="stack">
      <p>{domainMessage(error) ?? errorReason(error)}</p>
      <Support />
    </div>
  );
}

/**
 * Returns true if there was no response, or a response that did not come from the service but, for
 * example, from a proxy or a Wi-Fi network’s sign-in page (V-002).
 */
function isUnanswered(error: unknown) {
  if (import.meta.env.SSR || isRouteErrorResponse(error)) return false;
  return classify(error).kind === "network" || /turbo-stream/.test(errorMessage(error));
}

function errorReason(error: unknown) {
  const status = errorStatus(error);
  if (isUnanswered(error)) return "Anything you’d already saved is safe.";
  if (status >= 500) return OUR_FAULT;
  if (status === 403) return "If you think you should have access, please tell us.";
  if (status === 429) return "Try again in a few minutes.";
  return classify(error).message;
}

/** Returns the message of a DomainError. These messages are written for users (AMB-V06). */
function domainMessage(error: unknown) {
  if (!isRouteErrorResponse(error) || error.status >= 500) return undefined;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("message" in data)) return undefined;
  return typeof data.message === "string" ? data.message : undefined;
}

function Support() {
  const root = useRootData();
  if (!root) return null;
  return (
    <>
      <p>
        Please contact support at <EmailLink email={root.supportEmail} />
      </p>
      {root.requestId ? (
        <p className="hint">
          Reference <code>{root.requestId}</code>
        </p>
      ) : null}
    </>
  );
}
