import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readSession, type SignedIn } from "#app/auth/session.server.ts";
import { ErrorContent, NOT_FOUND, toProperties } from "#app/ui/error-page.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SignedInFrame } from "#app/ui/signed-in-layout.tsx";
import { SignedOutFrame } from "#app/ui/signed-out-layout.tsx";

export const handle: PageHandle = {
  title: NOT_FOUND,
  robots: "noindex, nofollow",
};

const error = { status: 404, statusText: "Not Found", internal: false, data: null };

/**
 * Answers 404 to unknown URLs. This is a route, because the root loader runs only if a
 * route matches.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = (await readSession(request))?.user;
  return data({ user: user ? toShownUser(user) : null }, { status: 404 });
}

function toShownUser({ first_name, last_name, type }: SignedIn) {
  return { first_name, last_name, type };
}

export function action() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  const { user } = useLoaderData<typeof loader>();
  return user ? (
    <SignedInFrame user={user}>
      <ErrorContent error={error} home={toProperties} />
    </SignedInFrame>
  ) : (
    <SignedOutFrame>
      <ErrorContent error={error} />
    </SignedOutFrame>
  );
}
