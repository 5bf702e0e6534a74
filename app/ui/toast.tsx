import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { LinkedText } from "./linked-text.tsx";
import { MessageIcon } from "./message-icon.tsx";
import type { FlashMessage } from "./root-data.ts";
import { truncate, DESCRIPTION_LENGTH, TITLE_LENGTH } from "./toast-text.ts";

const SUCCESS_SECONDS = 10;
const LEAVE_MS = 200;

/** One toast: a success goes by itself, the others stay until dismissed (V-019, V-020). */
export function Toast({ flash, onGone }: { flash: FlashMessage; onGone: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    setTimeout(onGone, LEAVE_MS);
  };
  const clock = useClock(
    flash.kind === "success" ? (flash.seconds ?? SUCCESS_SECONDS) * 1000 : null,
    leave,
  );
  const dismiss = () => {
    document.querySelector<HTMLElement>("main h1")?.focus();
    leave();
  };
  return (
    // Hovering and focus only hold its clock; all there is to do is in the button.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="toast"
      data-kind={flash.kind}
      data-leaving={leaving || undefined}
      onMouseEnter={clock.pause}
      onMouseLeave={clock.run}
      onFocus={clock.pause}
      onBlur={clock.run}
    >
      <MessageIcon kind={flash.kind} />
      <div className="toast-words">
        <strong>
          <CutText text={flash.title} length={TITLE_LENGTH} />
        </strong>
        {flash.description ? (
          <CutText text={flash.description} length={DESCRIPTION_LENGTH} />
        ) : null}
      </div>
      <Button kind="quiet" size="small" onClick={dismiss}>
        Dismiss<span className="vh"> message: {flash.title}</span>
      </Button>
    </div>
  );
}

function CutText({ text, length }: { text: string; length: number }) {
  const seen = truncate(text, length);
  if (seen === text) return <LinkedText>{text}</LinkedText>;
  return (
    <>
      <span aria-hidden="true">{seen}</span>
      <span className="vh">{text}</span>
    </>
  );
}

/** Runs for so many milliseconds, not counting pauses and the time the page is hidden (V-021). */
function useClock(ms: number | null, onEnd: () => void) {
  const left = useRef(ms);
  const started = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const end = useRef(onEnd);
  end.current = onEnd;

  const pause = () => {
    clearTimeout(timer.current);
    if (started.current === null || left.current === null) return;
    left.current -= Date.now() - started.current;
    started.current = null;
  };
  const run = () => {
    if (left.current === null || started.current !== null || document.hidden) return;
    started.current = Date.now();
    timer.current = setTimeout(() => end.current(), Math.max(left.current, 0));
  };
  const controls = useRef({ pause, run });

  useEffect(() => {
    const { pause, run } = controls.current;
    const onVisibility = () => (document.hidden ? pause() : run());
    document.addEventListener("visibilitychange", onVisibility);
    run();
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      pause();
    };
  }, []);
  return controls.current;
}
