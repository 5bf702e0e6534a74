import type { ReactNode } from "react";
import { Check } from "./icons.tsx";

/** A short status, always in words: the colour only repeats them. */
export function Badge({
  tone = "plain",
  children,
}: {
  tone?: "done" | "act" | "wait" | "stop" | "plain";
  children: ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {tone === "done" ? <Check /> : null}
      {children}
    </span>
  );
}
