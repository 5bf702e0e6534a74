import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { Notification } from "#app/ui/notification.tsx";
import { BANNERS, type BannerFlag } from "./banners.ts";

/**
 * The banners of the page's flags. Without scripts each stays until it is dismissed or the page is left; with them
 * it goes after ten seconds, waiting while it is pointed at or holds the focus (ui/elements/passing-banner.ts). The one of
 * the bot check is there from the start, and shown when its script cannot be reached (B-058).
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
  // A flag that is set once more by another visit of the page is said once more.
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
