export const TITLE_LENGTH = 30;
export const DESCRIPTION_LENGTH = 200;

/** The text as seen: cut at a number of characters, with an ellipsis (V-024, V-025, AMB-V02). */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}
