import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "./hydrated.ts";
import { Copy } from "./icons.tsx";

const FEEDBACK_MS = 1000;

/** A value to select, and with scripts a button that copies it: "Copied: {label}" for a second (V-039, V-040). */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const able = useHydrated() && "clipboard" in navigator;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), FEEDBACK_MS);
  };
  return (
    <span className="copy-button">
      <code>{value}</code>
      <Button kind="quiet" size="small" hidden={!able} onClick={() => void copy()}>
        <Copy />
        Copy<span className="vh"> {label}</span>
      </Button>
      <span role="status" className="hint">
        {copied ? `Copied: ${label}` : ""}
      </span>
    </span>
  );
}
