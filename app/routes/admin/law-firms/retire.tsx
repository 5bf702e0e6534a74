import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { pageOrList } from "../kit/page-or-list.ts";
import { FAILURES } from "./failures.ts";
import { RetirementDialog } from "./retirement-dialog.tsx";
import { retirementPage } from "./retirement.server.ts";

export const handle: PageHandle = { title: titleFromData("Retire law firm") };

const server = retirementPage({
  type: "law_firm",
  back: (id) => pageOrList(id, paths.admin.lawFirm, paths.admin.lawFirms),
  failure: FAILURES.write,
});
export const loader = server.loader;
export const action = server.action;

export default function RetireLawFirm() {
  return (
    <RetirementDialog page={useLoaderData<typeof loader>()} what="law firm and all its groups" />
  );
}
