import { useEffect, useState } from "react";
import { LINE_MS, REPLY_MS, thinkingLines } from "./script.ts";

/**
 * The steps of the demonstration with scripts: a question is thought about for a while before its reply is there
 * (U-004, U-005). Nothing is fetched.
 *
 * @param asked the step that the address asks for, which is shown at once
 */
export function useThinking(asked: number) {
  const [step, setStep] = useState(asked);
  const [line, setLine] = useState<number | null>(null);
  const isThinking = line !== null;

  useEffect(() => {
    if (!isThinking) return;
    const lines = setInterval(
      () => setLine((now) => (now === null ? null : (now + 1) % thinkingLines.length)),
      LINE_MS,
    );
    const reply = setTimeout(() => {
      setLine(null);
      setStep((now) => now + 1);
    }, REPLY_MS);
    return () => {
      clearInterval(lines);
      clearTimeout(reply);
    };
  }, [isThinking]);

  return {
    step,
    /** What Charlie is doing; null when nothing was asked. */
    thinking: line === null ? null : thinkingLines[line],
    ask: () => setLine(0),
    startAgain: () => {
      setLine(null);
      setStep(0);
    },
  };
}
