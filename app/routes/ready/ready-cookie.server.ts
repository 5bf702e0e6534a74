import { READY_LINK_DAYS } from "#app/domain/ready-links/ready-links.server.ts";
import { pageCookie } from "#app/platform/cookies.server.ts";
import { paths } from "#app/paths.ts";

/** Holds the token of one link. Browsers send it only to that link’s page. */
export const readyCookie = (id: string) =>
  pageCookie("ready", paths.ready(id), READY_LINK_DAYS * 24 * 60 * 60);
