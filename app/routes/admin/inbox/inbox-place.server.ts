import { z } from "zod";
import {
  INBOX_LISTS,
  INBOX_VIEWS,
  type InboxList,
  type InboxView,
  POSITION,
} from "#app/domain/inbox/inbox-lists.ts";
import { paths } from "#app/paths.ts";
import { filters, readListQuery } from "../shared/list.server.ts";
import { pageOrList } from "../shared/open-record.server.ts";

const inboxQuery = z.object({
  view: filters.oneOf(INBOX_VIEWS),
  list: filters.oneOf(INBOX_LISTS),
  after: z.string().regex(POSITION).optional().catch(undefined),
});

/** The view and the list of the inbox that a page is opened from. */
export type InboxPlace = { view: InboxView; list: InboxList };

/** Reads the place in the inbox from the URL. The first view is the reader’s own open list. */
export function readInboxPlace(request: Request): InboxPlace & { after: string | undefined } {
  const { view = "mine", list = "open", after } = readListQuery(request, inboxQuery);
  return { view, list, after };
}

/** Returns the query of links to a place in the inbox, without what is usual. */
export function placeQuery({ view, list }: InboxPlace) {
  return {
    view: view === "mine" ? undefined : view,
    list: list === "open" ? undefined : list,
  };
}

/** Fields of a form that lead back to the place in the inbox from which it was opened. */
export const placeFields = {
  view: z.enum(INBOX_VIEWS).catch("mine"),
  list: z.enum(INBOX_LISTS).catch("open"),
};

export const FETCH_FAILURE = "There was an error while fetching the conversation";

/** Parts of a page with a form about one conversation that are the same for each such page. */
export const ofConversation = {
  needs: "handle",
  ids: ({ id = "" }: { id?: string | undefined }) => id,
  back: (id: string) => pageOrList(id, paths.admin.conversation, paths.admin.inbox),
} as const;
