import { developments } from "./developments.ts";
import { fallenThrough } from "./fallen-through.ts";
import type { Matter } from "./matter.ts";
import { opening } from "./opening.ts";
import { exchangedAndCompleted } from "./exchanged-and-completed.ts";
import { underway } from "./underway.ts";

export const matters: readonly Matter[] = [
  ...opening,
  ...underway,
  ...exchangedAndCompleted,
  ...fallenThrough,
  ...developments,
];
