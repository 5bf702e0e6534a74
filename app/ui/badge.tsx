import type { ReactNode } from "react";
import { Check } from "./icons.tsx";

/** Renders a short status. The colour only repeats the text. */
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
