import { developments } from "./developments.ts";
import { fallen } from "./fallen.ts";
import type { Matter } from "./matter.ts";
import { opening } from "./opening.ts";
import { settled } from "./settled.ts";
import { underway } from "./underway.ts";

export const matters: readonly Matter[] = [
  ...opening,
  ...underway,
  ...settled,
  ...fallen,
  ...developments,
];
