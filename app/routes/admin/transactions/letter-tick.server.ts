import { letterValue } from "#app/domain/participants/letters-of-person.server.ts";
import type { LetterTick } from "./letter-ticks.tsx";

/** Maps a letter that can be sent again to its checkbox. */
export function letterTick(letter: Parameters<typeof letterValue>[0]): LetterTick {
  const { side, to, reference } = letter;
  return { value: letterValue(letter), label: `To the ${side}’s solicitor, ${to} (${reference})` };
}
