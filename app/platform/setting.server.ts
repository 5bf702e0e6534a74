import { z } from "zod";

export const text = z.string();

export const textMatching = (shape: RegExp, error: string) => text.regex(shape, error);

export const flag = z.stringbool();

export const count = z.coerce.number().int().min(0);

/**
 * Setting with several secrets, newest first. The first one signs and all of them verify, so that a
 * secret can be replaced without a break.
 */
export const rotatingSecrets = text.transform((given): [string, ...string[]] => {
  const [newest = "", ...before] = given.split(",").map((secret) => secret.trim());
  return [newest, ...before];
});

export const secrets = (letters: number) =>
  rotatingSecrets.refine((list) => list.every((secret) => secret.length >= letters), {
    error: `must be at least ${letters} characters long, each of them where there are several`,
  });
