import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { pageHeading } from "./focus.ts";
import { autoDismiss } from "./auto-dismiss.ts";
import { LinkedText } from "./linked-text.tsx";
import { MessageIcon } from "./message-icon.tsx";
import type { FlashMessage } from "./root-data.ts";

export const TITLE_LENGTH = 30;
export const DESCRIPTION_LENGTH = 200;

/** Shortens text to a number of characters and adds an ellipsis (V-024, V-025, AMB-V02). */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}

const LEAVE_MS = 200;

/**
 * Renders a toast. A success closes automatically. Other messages stay until the user dismisses
 * them (V-019, V-020).
 */
export function Toast({ flash, onGone }: { flash: FlashMessage; onGone: () => void }) {
  const { kind, seconds } = flash;
  const [leaving, setLeaving] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (kind !== "success" || !box.current) return;
    return autoDismiss(box.current, () => setLeaving(true), seconds);
  }, [kind, seconds]);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(onGone, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving, onGone]);
  const dismiss = () => {
    pageHeading()?.focus();
    setLeaving(true);
  };
  return (
    <div ref={box} className="toast" data-kind={kind} data-leaving={leaving || undefined}>
      <MessageIcon kind={kind} />
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
