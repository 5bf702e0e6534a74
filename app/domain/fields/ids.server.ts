import { z } from "zod";
import { isObjectId } from "./ids.ts";

const INVALID = "Invalid ObjectId format";

/** The id of a record, as posted (V-032, V-033). Capitals, which only a person would type, are made small. */
export function objectId() {
  return z.string({ error: INVALID }).trim().toLowerCase().refine(isObjectId, INVALID);
}

/** The id of what has to be chosen in a select: `message` while nothing is. */
export function chosenId(message: string) {
  return z.string({ error: message }).min(1, message).pipe(objectId());
}
