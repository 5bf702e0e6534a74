import { useEffect, useRef, useState } from "react";

/** Runs only the last call within a time (0: each immediately), and none after unmount. */
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
