/** "Legal assistant": with a capital letter, as a label begins. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** "Estate agent" for estate_agent: a name of ours, or of a vendor's, as words. */
export const spelledOut = (name: string) => capital(name.replaceAll("_", " "));

/** "1 day", "2 days". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
