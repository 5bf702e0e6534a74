import { useCallback, useEffect, useRef } from "react";

/** How long what has just been focused may be mounted anew. */
const SETTLING_MS = 1_000;

/**
 * Moves focus to the element of an id, and once more where that is mounted anew: Conform gives fields new keys one
 * render after an answer, and focus falls to the body. The component that uses it has to be above those fields.
 *
 * @returns a function that takes the id
 */
export function useFocusById() {
  const wanted = useRef<{ id: string; until: number } | null>(null);
  useEffect(() => {
    if (!wanted.current || document.activeElement !== document.body) return;
    if (Date.now() < wanted.current.until) document.getElementById(wanted.current.id)?.focus();
  });
  return useCallback((id: string) => {
    wanted.current = { id, until: Date.now() + SETTLING_MS };
    document.getElementById(id)?.focus();
  }, []);
}
