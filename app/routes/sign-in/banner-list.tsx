import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { Notification } from "#app/ui/notification.tsx";
import { BANNERS, type BannerFlag } from "./banners.ts";

/**
 * Renders banners (ui/elements/auto-dismiss-banner.ts). The banner of the bot check is hidden until
 * the check fails (B-058).
 */
export function BannerList({
  page: { banners: flags, recaptcha },
}: {
  page: { banners: readonly BannerFlag[]; recaptcha: object | null };
}) {
  const isAdded = recaptcha !== null && !flags.includes("networkError");
  const shown: readonly BannerFlag[] = isAdded ? [...flags, "networkError"] : flags;
  if (shown.length === 0) return null;
  return (
    <div className="stack">
      {shown.map((flag) => (
        <Banner key={flag} flag={flag} hidden={!flags.includes(flag)} />
      ))}
    </div>
  );
}

function Banner({ flag, hidden }: { flag: BannerFlag; hidden: boolean }) {
  // If the visitor returns with the same flag in the URL, the new key shows the banner again.
  const { key } = useLocation();
  const [query] = useSearchParams();
  const rest = new URLSearchParams(query);
  rest.delete(flag);
  const { kind, text } = BANNERS[flag];
  return (
    <div role="status">
      <passing-banner key={key} hidden={hidden || undefined} data-banner={flag}>
        <Notification kind={kind} title={text}>
          <Link to={{ search: rest.toString() }} aria-label={`Dismiss message: ${text}`}>
            Dismiss
          </Link>
        </Notification>
      </passing-banner>
    </div>
  );
}
