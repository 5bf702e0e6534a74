import { isRouteErrorResponse } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "./button.tsx";
import { useRootData } from "./root-data.ts";
import { SignedOutFrame } from "./signed-out-layout.tsx";

const NOT_FOUND = "404! Page not found";
const SOMETHING_WRONG = "Something went wrong.";
const OUR_FAULT =
  "This is our fault, not yours. Your answers are saved, so you can come back and go on from where you were.";

function statusOf(error: unknown) {
  return isRouteErrorResponse(error) ? error.status : 500;
}

/** The heading of the page for an error, which is also its title. */
export function errorTitle(error: unknown): string {
  switch (statusOf(error)) {
    case 404:
      return NOT_FOUND;
    case 403:
      return "You don't have permission to perform this action.";
    case 429:
      return "Too many requests. Please wait a moment and try again.";
    default:
      return SOMETHING_WRONG;
  }
}

/** The page for an error that nothing nearer has caught (A-041, A-042, AMB-A13). It needs no loader. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <SignedOutFrame>
      <ErrorContent error={error} />
    </SignedOutFrame>
  );
}

/** The page itself, inside whatever frame it happened in. */
export function ErrorContent({ error }: { error: unknown }) {
  return (
    <div className="wrap page">
      <div className="stack measure" data-gap="l">
        <h1>{errorTitle(error)}</h1>
        <Explanation error={error} />
        <p className="cluster">
          <ButtonLink to={paths.home()} reloadDocument>
            Go to homepage
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

function Explanation({ error }: { error: unknown }) {
  const status = statusOf(error);
  if (status === 404) {
    return <p>Check the address you typed, or start again from the homepage.</p>;
  }
  if (status === 403 || status === 429) return null;
  const refusal = refusalOf(error);
  return (
    <div className="stack">
      {refusal ? <p>{refusal}</p> : <p>{OUR_FAULT}</p>}
      <Support />
    </div>
  );
}

/** What a use case has said by refusing; its message is made to be shown (AMB-V06). */
function refusalOf(error: unknown) {
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
        Please contact support at <a href={`mailto:${root.supportEmail}`}>{root.supportEmail}</a>
      </p>
      {root.requestId ? (
        <p className="hint">
          Reference <code>{root.requestId}</code>
        </p>
      ) : null}
    </>
  );
}
