import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useHydrated } from "./hydrated.ts";
import { Copy } from "./icons.tsx";

const FEEDBACK_MS = 1000;

/**
 * Renders a value with a copy button, which shows "Copied: {label}" for a second (V-039, V-040).
 */
export function CopyButton({
  label,
  value,
  compact,
}: {
  label: string;
  value: string;
  compact?: boolean;
}) {
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
    <span className="copy-button" data-compact={compact ? "" : undefined}>
      <span>{value}</span>
      <Button
        kind="quiet"
        size="small"
        hidden={!able}
        title={compact ? `Copy ${label}` : undefined}
        onClick={() => void copy()}
      >
        <Copy />
        <span className={compact ? "vh" : undefined}>
          Copy<span className="vh"> {label}</span>
        </span>
      </Button>
      <span role="status" className="hint">
        {copied ? `Copied: ${label}` : ""}
      </span>
    </span>
  );
}
