import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { AppForm, StashedNotice, SubmitButton } from "#app/ui/forms/app-form.tsx";
import { useDialogs } from "#app/ui/dialogs.ts";
import { Page, QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";
import { WhatIsKept } from "./welcome-page.tsx";

/**
 * The page about the property. Each person of its lists is typed on a page of their own: in a dialog over this one;
 * without scripts on a page without it.
 */
export function PropertyPage({
  here,
  ...page
}: ComponentProps<typeof PropertyQuestions> & {
  /** Where this page is. */
  here: string;
}) {
  const dialog = useOutlet();
  const isModal = useDialogs();
  return (
    <>
      {dialog && !isModal ? (
        <Page step={page.step} back={here}>
          {null}
        </Page>
      ) : (
        <PropertyQuestions {...page} />
      )}
      {dialog ? <div className="wrap">{dialog}</div> : null}
    </>
  );
}

function PropertyQuestions({
  form,
  formKey,
  target,
  stashed,
  questionNames,
  step,
  back,
  why,
  children,
}: Pick<ComponentProps<typeof AppForm>, "form" | "formKey"> &
  Pick<ComponentProps<typeof QuestionPage>, "questionNames" | "back"> & {
    /** The hidden fields that say which record it is about, and as of when. */
    target: Record<string, string>;
    /** It shows what was sent when the session was gone. */
    stashed: boolean;
    step: Step;
    why: string;
    /** The questions. */
    children: ReactNode;
  }) {
  return (
    <QuestionPage
      title="About the property"
      step={step}
      form={form}
      above={stashed ? <StashedNotice>Check it, and press Continue.</StashedNotice> : null}
      questionNames={questionNames}
      back={back}
      aside={
        <WhyWeAsk>
          {why} <WhatIsKept />
        </WhyWeAsk>
      }
    >
      <AppForm form={form} formKey={formKey} keeps>
        {Object.entries(target).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <SubmitButton>Continue</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}
