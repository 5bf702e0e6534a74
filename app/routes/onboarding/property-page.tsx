import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { answerOptions } from "#app/domain/shared/answers.ts";
import { MONEY_QUESTIONS } from "#app/domain/shared/questions.ts";
import { MAX_PEOPLE } from "#app/domain/people/representation.ts";
import { useModalRoute } from "#app/ui/dialogs.ts";
import { AppForm, SubmitButton } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { AnyField, FieldProps } from "#app/ui/forms/form-types.ts";
import { type ListedPerson, ListChangeStatus, PersonList } from "#app/ui/forms/person-list.tsx";
import { type RadioOption, Radios } from "#app/ui/forms/radios.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page, QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";
import { AutosaveNote } from "./welcome-page.tsx";
import type { PeopleList } from "./people-list.server.ts";

/**
 * Renders the property form. The page of each person opens as a dialog over it; without JavaScript,
 * the page replaces the form.
 */
export function PropertyPage({
  here,
  ...page
}: ComponentProps<typeof PropertyQuestions> & {
  here: string;
}) {
  const dialog = useOutlet();
  const isModal = useModalRoute();
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
  hidden,
  questionNames,
  step,
  back,
  why,
  children,
}: Pick<ComponentProps<typeof AppForm>, "form"> &
  Pick<ComponentProps<typeof QuestionPage>, "questionNames" | "back"> & {
    hidden: Record<string, string>;
    step: Step;
    why: string;
    children: ReactNode;
  }) {
  return (
    <QuestionPage
      title="About the property"
      step={step}
      form={form}
      questionNames={questionNames}
      back={back}
      aside={
        <WhyWeAsk>
          {why} <AutosaveNote />
        </WhyWeAsk>
      }
    >
      <AppForm form={form} keeps>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <SubmitButton>Continue</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}

/**
 * Asks a question. One of its answers shows a list of people. With `asksAtOnce`, choosing this
 * answer opens the first person’s page immediately (D-037, D-040).
 */
export function PeopleQuestion({
  legend,
  hint,
  options,
  answer,
  asksAtOnce = false,
  list,
  people,
  renewal,
  ...field
}: FieldProps & {
  /**
   * Conform’s key for the field. If it changes, a reset may have undone the answer, so the question
   * is remounted and the focus must be set again.
   */
  renewal: string | undefined;
  legend: string;
  hint: string;
  options: readonly RadioOption[];
  answer: string;
  asksAtOnce?: boolean;
  list: { name: PeopleList["name"]; noun: string; legend: string };
  people: readonly ListedPerson[];
}) {
  const { name } = list;
  const asks = asksAtOnce && people.length === 0;
  return (
    <div
      id={name}
      onInput={({ target, currentTarget }) => {
        if (!asks || !(target instanceof HTMLInputElement) || target.value !== answer) return;
        currentTarget.querySelector<HTMLButtonElement>(`button[value="${name}.add"]`)?.click();
      }}
    >
      <ListChangeStatus name={name} people={people} />
      <Radios
        key={renewal}
        {...field}
        legend={legend}
        hint={hint}
        inline
        options={options.map((option) => ({
          ...option,
          reveals:
            option.value === answer ? (
              <PersonList {...list} people={people} max={MAX_PEOPLE} />
            ) : undefined,
        }))}
      />
    </div>
  );
}

export type Partner = { name: string; url?: string; text?: string };

/**
 * Returns the widgets for questions about money that show more content after a certain answer.
 * `partner` is null if there is no currency partner.
 */
export function moneyWidgets(
  fields: { is_using_foreign_currency: AnyField },
  partner: Partner | null,
) {
  return {
    is_using_foreign_currency: (
      <Radios
        {...fieldProps(fields.is_using_foreign_currency)}
        legend={MONEY_QUESTIONS.is_using_foreign_currency.question}
        inline
        options={answerOptions.map((option) => ({
          ...option,
          reveals: option.value === "yes" && partner ? <PartnerBanner {...partner} /> : undefined,
        }))}
      />
    ),
  };
}

/** Renders a banner that suggests the foreign currency partner (C-054, D-044, AMB-C20). */
function PartnerBanner({ name, url, text }: Partner) {
  return (
    <Notification kind="info" title={name}>
      {text ? <p>{text}</p> : null}
      {url ? (
        <p>
          <a href={url} rel="noreferrer">
            Visit {name}
          </a>
        </p>
      ) : null}
    </Notification>
  );
}
