import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { moveFocus } from "#app/ui/focus.ts";
import { Notification } from "#app/ui/notification.tsx";
import { Pager, shownOf } from "#app/ui/pagination.tsx";

/** Data of a panel, or the message if the data can’t be read (S-019). */
export type Panel<Shown> = { shown: Shown; problem: null } | { shown: null; problem: string };

/**
 * Renders a panel. If its data can’t be read, renders the message with a link to try again (S-019).
 */
export function StatsPanel<Shown>({
  title,
  note,
  panel,
  width,
  children,
}: {
  title: string;
  note?: ReactNode;
  panel: Panel<Shown>;
  width?: "whole";
  children: (shown: Shown) => ReactNode;
}) {
  return (
    <div className="stats-panel" data-width={width}>
      <Card title={title} actions={note ? <p className="hint">{note}</p> : undefined}>
        <PanelContent name={title} panel={panel}>
          {children}
        </PanelContent>
      </Card>
    </div>
  );
}

export function PanelContent<Shown>({
  name,
  panel,
  children,
}: {
  name: string;
  panel: Panel<Shown>;
  children: (shown: Shown) => ReactNode;
}) {
  const { pathname, search } = useLocation();
  if (panel.problem !== null) {
    return (
      <Notification kind="error" title={panel.problem}>
        <Link to={pathname + search} preventScrollReset>
          Try again<span className="vh">: {name}</span>
        </Link>
      </Notification>
    );
  }
  return children(panel.shown);
}

/** Renders "Show More" and "Show Less" (S-006). They are links, so that each state has a URL. */
export function MoreOrLess({
  what,
  shown,
  total,
  more,
  less,
}: {
  what: string;
  shown: number;
  total: number;
  more: string | null;
  less: string | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    // The link that was clicked may disappear with the last rows. The other link then gets the
    // focus.
    if (document.activeElement !== document.body || !wasPressed.current) return;
    wasPressed.current = false;
    moveFocus(() => box.current?.querySelector("a"));
  }, [shown]);
  const press = () => {
    wasPressed.current = true;
  };
  if (!more && !less) return null;
  return (
    <Pager count={`${shownOf({ shown, total })} ${what}`}>
      <div className="cluster" ref={box}>
        {more ? (
          <ButtonLink to={more} {...STEP} onClick={press}>
            Show More<span className="vh"> ({what})</span>
          </ButtonLink>
        ) : null}
        {less ? (
          <ButtonLink to={less} {...STEP} onClick={press}>
            Show Less<span className="vh"> ({what})</span>
          </ButtonLink>
        ) : null}
      </div>
    </Pager>
  );
}

const STEP = { kind: "secondary", size: "small", preventScrollReset: true } as const;
