import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

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
      {tone === "done" ? <Check aria-hidden="true" strokeWidth={3} /> : null}
      {children}
    </span>
  );
}
