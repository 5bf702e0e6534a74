import { useEffect, useRef, useState } from "react";

/**
 * Runs the last of several works that are asked for within a time, and none after the page is left.
 *
 * @param time_ms 0 runs each at once
 */
export function useDebounced(time_ms: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [waits, setWaits] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = (work: () => void) => {
    clearTimeout(timer.current);
    if (time_ms === 0) {
      work();
      return;
    }
    setWaits(true);
    timer.current = setTimeout(() => {
      setWaits(false);
      work();
    }, time_ms);
  };
  return { waits, run };
}
