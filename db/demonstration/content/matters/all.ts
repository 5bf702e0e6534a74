import { developments } from "./developments.ts";
import { fallenThrough } from "./fallen.ts";
import type { Matter } from "./matter.ts";
import { opening } from "./opening.ts";
import { exchangedAndCompleted } from "./settled.ts";
import { underway } from "./underway.ts";

export const matters: readonly Matter[] = [
  ...opening,
  ...underway,
  ...exchangedAndCompleted,
  ...fallenThrough,
  ...developments,
];
