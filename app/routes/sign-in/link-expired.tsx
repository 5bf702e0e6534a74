import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";

const TITLE = "Your link has expired";

export const handle: PageHandle = {
  title: TITLE,
  cached: true,
  robots: "noindex, nofollow",
};

export default function LinkExpired() {
  return (
    <Page title={TITLE} width="narrow">
      <div className="stack" data-gap="l">
        <p>
          To keep your account safe, you can only use a sign-in link once, within {LINK_MINUTES}{" "}
          minutes. Get a new link to carry on where you left off.
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
