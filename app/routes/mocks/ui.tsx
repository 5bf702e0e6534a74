import { data, type ActionFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { vendorsWithDouble } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { showFormErrors, parseForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { SignedInFrame } from "#app/ui/signed-in-layout.tsx";
import { Buttons, Hero, Lists, Matter, Messages } from "./ui/content.tsx";
import { Fields, Finders, STATES } from "./ui/fields.tsx";

export const handle: PageHandle = { title: "Design system", robots: "noindex, nofollow" };

function onlyWithDoubles() {
  if (vendorsWithDouble.size === 0) throw data(null, { status: 404 });
}

export function loader() {
  onlyWithDoubles();
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  onlyWithDoubles();
  const submission = await parseForm(request, ToastForm);
  if (submission.status !== "success") return showFormErrors(submission);
  return redirectWithFlash(paths.mocks.ui(), submission.value);
}

export default function DesignSystem() {
  const [search] = useSearchParams();
  const state = STATES.find((name) => name === search.get("state")) ?? "normal";
  const lastResult = useActionData<typeof action>()?.lastResult;
  const [form, fields] = useAppForm<{ kind: string; title: string; description: string }>({
    id: "toast",
    lastResult,
  });
  return (
    <SignedInFrame
      user={{ first_name: "Ada", last_name: "O'Neill", type: "admin" }}
      officeName="Northgate Estates, Leeds"
    >
      <QuestionPage
        title="Design system"
        lead="Every component in every state."
        form={form}
        back={paths.home()}
        step={{ section: "About you", step: 2, of: 5, minutesLeft: 3 }}
        aside={
          <WhyWeAsk>
            The message appears after a redirect, as a toast with scripts and as a banner without.
          </WhyWeAsk>
        }
      >
        <AppForm form={form}>
          <Radios
            {...fieldProps(fields.kind)}
            legend="What kind of message?"
            inline
            options={["success", "info", "warning", "error"].map((value) => ({
              value,
              label: value,
            }))}
          />
          <TextField {...fieldProps(fields.title)} label="Title" />
          <TextField {...fieldProps(fields.description)} label="Description" optional />
          <SubmitButton
            after={
              <Link id="open-dialog" to="?dialog=open">
                Open dialog
              </Link>
            }
          >
            Show message
          </SubmitButton>
        </AppForm>
      </QuestionPage>
      {search.has("dialog") ? (
        <RouteDialog title="Add a note" back={paths.mocks.ui()} openerId="open-dialog">
          <p>This dialog is a page of its own, shown over this one.</p>
          <p className="cluster">
            <DialogCancel back={paths.mocks.ui()} />
          </p>
        </RouteDialog>
      ) : null}
      <div className="wrap stack" data-gap="l">
        <Buttons />
        <Messages />
        <Matter />
        <Lists />
        <section className="stack" data-gap="l">
          <h2>Fields</h2>
          <p className="cluster">
            {STATES.map((name) => (
              <Link
                key={name}
                to={`?state=${name}`}
                aria-current={name === state}
                preventScrollReset
              >
                {name}
              </Link>
            ))}
          </p>
          <Fields key={state} state={state} />
          <h2>Address finder</h2>
          <Finders />
        </section>
      </div>
      <Hero />
    </SignedInFrame>
  );
}

const ToastForm = z.object({
  kind: z.enum(["success", "error", "info", "warning"], "Choose a kind"),
  title: z.string("Enter a title"),
  description: z.string().optional(),
});
