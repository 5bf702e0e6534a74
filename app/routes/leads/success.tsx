import { PRODUCT_NAME } from "#app/platform/product.ts";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";

export const handle: PageHandle = {
  title: "Thank you for your leads",
  robots: "noindex, nofollow",
};

/**
 * Confirms that the leads were sent (G-038). Its URL contains no email address, because browsers
 * store URLs in their history.
 */
export default function LeadsSuccess() {
  return (
    <Page title="Thank you for your leads" width="narrow">
      <div className="stack">
        <Notification kind="success" title="Your leads have been submitted" live>
          <p>Our team will contact each seller about {PRODUCT_NAME}.</p>
        </Notification>
        <p>
          You can use the same link to send more leads. If you’re subscribed, we’ll also email it to
          you every Monday.
        </p>
      </div>
    </Page>
  );
}
