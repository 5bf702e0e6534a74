import { useEffect, useRef, useState } from "react";

/**
 * Returns `run`, which runs only the last of several calls, `time_ms` after it, and no call after
 * unmount. If `time_ms` is 0, each call runs immediately.
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
