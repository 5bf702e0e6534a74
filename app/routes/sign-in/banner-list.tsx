import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { hideLater } from "#app/ui/hide-later.ts";
import { Notification } from "#app/ui/notification.tsx";
import { BANNERS, type BannerFlag } from "./banners.ts";

/**
 * The banners of the page's flags. Without scripts each stays until it is dismissed or the page is left; with them
 * it goes after ten seconds, waiting while it is pointed at or holds the focus (B-013, AMB-B03).
 */
export function BannerList({ flags }: { flags: BannerFlag[] }) {
  // A flag that is set once more by another visit of the page is said once more.
  const { key } = useLocation();
  if (flags.length === 0) return null;
  return (
    <div className="stack">
      {flags.map((flag) => (
        <Banner key={`${flag} ${key}`} flag={flag} />
      ))}
    </div>
  );
}

function Banner({ flag }: { flag: BannerFlag }) {
  const [query] = useSearchParams();
  const [gone, setGone] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A reload, or a link that is passed on, should not say it again.
    const url = new URL(window.location.href);
    url.searchParams.delete(flag);
    window.history.replaceState(window.history.state, "", url);
  }, [flag]);
  useEffect(() => (box.current ? hideLater(box.current, () => setGone(true)) : undefined), []);

  if (gone) return null;
  const rest = new URLSearchParams(query);
  rest.delete(flag);
  const { kind, text } = BANNERS[flag];
  return (
    <div role="status" ref={box}>
      <Notification kind={kind} title={text}>
        <Link
          to={{ search: rest.toString() }}
          onClick={() => setGone(true)}
          aria-label={`Dismiss message: ${text}`}
        >
          Dismiss
        </Link>
      </Notification>
    </div>
  );
}
