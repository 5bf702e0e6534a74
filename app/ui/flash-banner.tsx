import { useLocation } from "@remix-run/react";
import { useHydrated } from "./hydrated.ts";
import { LinkedText } from "./linked-text.tsx";
import { Notification } from "./notification.tsx";
import { useRootData } from "./root-data.ts";

/**
 * Renders the message about the previous step above the h1. On pages with React, the message
 * becomes a toast (AMB-V01).
 */
export function FlashBanner() {
  const flash = useRootData()?.flash;
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  if (!flash || hydrated) return null;
  return (
    <div className="flash-banner">
      <Notification kind={flash.kind} title={flash.title} live>
        {flash.description ? (
          <p>
            <LinkedText>{flash.description}</LinkedText>
          </p>
        ) : null}
        <p>
          <a href={pathname + search}>
            Dismiss<span className="vh"> message: {flash.title}</span>
          </a>
        </p>
      </Notification>
    </div>
  );
}
