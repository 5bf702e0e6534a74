import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { pageOrList } from "../shared/open-record.server.ts";
import { overviewInQuery } from "../transactions/from-overview.ts";
import { CorrectForm } from "./correct-form.tsx";
import { correctionPage } from "./correction.server.ts";

export const handle: PageHandle = { title: titleFromData("Correct user") };

const server = correctionPage(
  "user",
  ({ id = "" }) => ({ kind: "user", id }),
  ({ id = "" }, request) =>
    overviewInQuery(request) ?? pageOrList(id, paths.admin.user, paths.admin.users),
);
export const loader = server.loader;
export const action = server.action;

export default function CorrectUser() {
  return (
    <CorrectForm page={useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
  );
}
