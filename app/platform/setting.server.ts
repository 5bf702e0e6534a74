import { z } from "zod";

/** The kinds of settings: each reads a text of the environment. */

export const text = z.string();

export const like = (shape: RegExp, error: string) => text.regex(shape, error);

export const flag = z.stringbool();

export const count = z.coerce.number().int().min(0);

/** Newest first: the first signs and all are accepted, so that a secret can be changed while it is in use. */
export const several = text.transform((given): [string, ...string[]] => {
  const [newest = "", ...before] = given.split(",").map((secret) => secret.trim());
  return [newest, ...before];
});

export const secrets = (letters: number) =>
  several.refine((list) => list.every((secret) => secret.length >= letters), {
    error: `must be at least ${letters} characters long, each of them where there are several`,
  });
