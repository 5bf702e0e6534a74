import { CHASE_DAYS } from "#app/domain/chases/chase-words.ts";
import { pageCookie } from "#app/platform/cookies.server.ts";
import { paths } from "#app/paths.ts";

/** Holds the token of one question to a firm. Browsers send it only to that question’s page. */
export const answerCookie = (id: string) =>
  pageCookie("answer", paths.chase(id), CHASE_DAYS * 24 * 60 * 60);
