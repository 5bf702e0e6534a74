import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";

/** Asks for one POST, which uses the link. The browser that asked for the link sends it at once. */
export function OpenLink({
  title,
  link: { token, isSameBrowser, formKey },
}: {
  title: string;
  link: { token: string; isSameBrowser: boolean; formKey: string };
}) {
  const form = (
    <form method="post">
      <input type="hidden" name="form_key" value={formKey} />
      <input type="hidden" name="token" value={token} />
      <Button type="submit">Continue</Button>
    </form>
  );
  return (
    <Page
      title={title}
      width="narrow"
      lead="Select Continue to open the page. This extra step stops email security scanners from using up your link."
    >
      {isSameBrowser ? <press-at-once>{form}</press-at-once> : form}
    </Page>
  );
}
