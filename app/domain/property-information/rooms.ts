/** Room of a home, with its size in metres. */
type Room = { name: string; length: number; width: number };

/** Size at the end of a line, such as “3.2 x 4.1” or “3.2m by 4.1m”. */
const SIZE =
  /(?<![\d.])(\d{1,3}(?:\.\d{1,2})?) ?m? ?(?:x|×|by) ?(\d{1,3}(?:\.\d{1,2})?) ?(?:m|metres)?$/i;

/**
 * Reads rooms from text with one room in each line, such as “Kitchen 3.2 x 4.1”. Empty lines are
 * skipped. `unread` is the first line that is not a room, or null.
 */
export function parseRooms(text: string): { rooms: Room[]; unread: string | null } {
  const rooms: Room[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const size = SIZE.exec(line);
    const name = line
      .slice(0, size?.index)
      .trim()
      .replace(/[,:;-]$/, "")
      .trim();
    if (!size || name === "") return { rooms, unread: line };
    rooms.push({ name, length: Number(size[1]), width: Number(size[2]) });
  }
  return { rooms, unread: null };
}
