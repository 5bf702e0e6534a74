import { visibleText } from "#tests/ui/render.tsx";

export const SELLERS = "/admin/sellers-invitations";
export const BUYERS = "/admin/buyers-invitations";

export const rows = (html: string) =>
  [...html.matchAll(/<tr id="row-.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => visibleText(cell)),
  );

export const listResendableIds = (html: string) =>
  [...html.matchAll(/href="[^"]*\/([0-9a-f]{24})\/resend"/g)].map(([, id]) => id);
