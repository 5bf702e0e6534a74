import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { pageOrList } from "../kit/page-or-list.ts";
import { RetirementDialog } from "../law-firms/retirement-dialog.tsx";
import { retirementPage } from "../law-firms/retirement.server.ts";
import { FAILURES } from "./failures.ts";

export const handle: PageHandle = { title: titleFromData("Retire lawyer group") };

const server = retirementPage({
  type: "lawyer_group",
  back: (id) => pageOrList(id, paths.admin.lawyerGroup, paths.admin.lawFirms),
  failure: FAILURES.write,
});
export const loader = server.loader;
export const action = server.action;

export default function RetireLawyerGroup() {
  return <RetirementDialog page={useLoaderData<typeof loader>()} what="lawyer group" />;
}
