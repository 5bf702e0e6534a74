import { type FormEvent, useState } from "react";
import { useHydrated } from "#app/ui/hydrated.ts";

/**
 * Whether there is a name to save: with scripts Save is disabled while it is empty or as it was (M-068); without them
 * the server says so.
 */
export function useChangedName(name: string) {
  const [typed, setTyped] = useState(name);
  const hydrated = useHydrated();
  const same = typed.trim() === "" || typed.trim() === name;
  return {
    submitDisabled: hydrated && same,
    onChange: ({ target }: FormEvent<HTMLFormElement>) => {
      if (target instanceof HTMLInputElement && target.name === "brand_name") {
        setTyped(target.value);
      }
    },
  };
}
