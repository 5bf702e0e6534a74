import { LINK_MINUTES } from "#app/domain/fields/invitations.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";

const TITLE = "Your link has expired";

export const handle: PageHandle = {
  title: TITLE,
  kind: "none",
  kept: {},
  robots: "noindex, nofollow",
};

export default function LinkExpired() {
  return (
    <Page title={TITLE} width="narrow">
      <div className="stack" data-gap="l">
        <p>
          For your safety a sign-in link works once and for {LINK_MINUTES} minutes. Ask for a new
          one and you can carry on where you were.
        </p>
        <p>
          <ButtonLink to={paths.signIn()} reloadDocument>
            Sign in
          </ButtonLink>
        </p>
      </div>
    </Page>
  );
}
