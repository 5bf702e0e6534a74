import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type FlashMessage, useRootData } from "./root-data.ts";

/** Sent only to those who get a message. */
const Toast = lazy(async () => ({ default: (await import("./toast.tsx")).Toast }));

type Shown = { id: number; flash: FlashMessage };

/** The status region is always in the page, empty, so that what arrives in it is announced. */
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
