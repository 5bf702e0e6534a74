import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type FlashMessage, useRootData } from "./root-data.ts";

/** Toast component, loaded separately so that only pages with a message load it. */
const Toast = lazy(async () => ({ default: (await import("./toast.tsx")).Toast }));

type Shown = { id: number; flash: FlashMessage };

/**
 * Renders the toasts in a status region. The region is on every page from the start, because screen
 * readers announce only changes to it.
 */
export function Toasts() {
  const flash = useRootData()?.flash;
  const [shown, setShown] = useState<Shown[]>([]);
  const last = useRef<FlashMessage | null>(null);
  useEffect(() => {
    if (!flash || flash === last.current) return;
    last.current = flash;
    setShown((toasts) => [...toasts, { id: (toasts.at(-1)?.id ?? 0) + 1, flash }]);
  }, [flash]);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, flash }) => (
        <Suspense key={id}>
          <Toast
            flash={flash}
            onGone={() => setShown((toasts) => toasts.filter((toast) => toast.id !== id))}
          />
        </Suspense>
      ))}
    </div>
  );
}
