import "./router.ts";
import type { SubmissionResult } from "@conform-to/dom";
import { expect, test } from "vitest";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { Page } from "#app/ui/page-layout.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { render, visibleText } from "./render.tsx";

type Form = { tenure: string; price: string; town: string; other_town: string };

const NAMES: Record<string, string> = {
  tenure: "Tenure",
  price: "Asking price",
  town: "Town",
  other_town: "Other town",
};

function Sample({ error, inPage }: { error: Record<string, string[]>; inPage: boolean }) {
  const lastResult: SubmissionResult = { status: "error", error };
  const [form, fields] = useAppForm<Form>({ id: "f", lastResult });
  const questionNames = (field: string) => NAMES[field];
  const frame = (
    <AppForm form={form} questionNames={inPage ? undefined : questionNames}>
      <Radios
        {...fieldProps(fields.tenure)}
        legend="What is the tenure?"
        options={[{ value: "Freehold", label: "Freehold" }]}
      />
      <TextField {...fieldProps(fields.price)} label="Price" />
      <TextField {...fieldProps(fields.town)} label="Town" />
      <TextField {...fieldProps(fields.other_town)} label="Other town" />
    </AppForm>
  );
  return inPage ? (
    <Page title="Sample" form={form} questionNames={questionNames}>
      {frame}
    </Page>
  ) : (
    frame
  );
}

const listLines = (html: string) =>
  [...html.matchAll(/<li><a href="#([^"]+)">(.*?)<\/a><\/li>/g)].map(([, id, text = ""]) => [
    id,
    visibleText(text),
  ]);

test.each([
  ["in a page", true],
  ["outside a page", false],
])(
  "the error summary %s adds the question's name to an error that does not contain it (C-035)",
  async (_where, inPage) => {
    const html = await render(
      <Sample
        inPage={inPage}
        error={{
          tenure: ["Please select an option"],
          price: ["Asking price must be higher than £99,000 and less than £100,000,000"],
          town: ["Town must be at least 1 character long"],
          other_town: ["Town must be at least 1 character long"],
        }}
      />,
    );
    expect(listLines(html)).toEqual([
      ["f-tenure", "Tenure: Please select an option"],
      ["f-price", "Asking price must be higher than £99,000 and less than £100,000,000"],
      ["f-town", "Town must be at least 1 character long"],
      ["f-other_town", "Other town: Town must be at least 1 character long"],
    ]);
    expect(visibleText(html)).toContain("Error: Please select an option");
  },
);

test.each([
  ["owner", "Owner"],
  ["sellers[1].last_name", "Seller 2"],
  ["checks.emails[0]", "Email 1"],
  ["moved.day", "Moved"],
  ["name", undefined],
])("labelByPart, given the field %s, returns %s", (field, part) => {
  const parts = { owner: "Owner", sellers: "Seller", emails: "Email", moved: "Moved" };
  expect(labelByPart(parts)(field)).toBe(part);
});
