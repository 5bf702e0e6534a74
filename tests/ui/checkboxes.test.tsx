import "./router.ts";
import type { SubmissionResult } from "@conform-to/dom";
import { expect, test } from "vitest";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { attribute, byId, render, tags } from "./render.tsx";

function Money({ lastResult }: { lastResult?: SubmissionResult }) {
  const [form, fields] = useAppForm<{ money: string[]; details: string }>({
    id: "f",
    lastResult,
  });
  return (
    <AppForm form={form}>
      <Checkboxes
        {...listProps(fields.money)}
        legend="Where does the money come from?"
        hint="Tick all that apply"
        options={[
          { value: "savings", label: "Savings" },
          {
            value: "other",
            label: "Other",
            reveals: <TextField {...fieldProps(fields.details)} label="Details" />,
          },
        ]}
      />
    </AppForm>
  );
}

function Tenure() {
  const [form, fields] = useAppForm<{ tenure: string; also: string[] }>({ id: "f" });
  const options = ["Freehold", "Share Of Freehold"].map((value) => ({ value, label: value }));
  return (
    <AppForm form={form}>
      <Radios
        {...fieldProps(fields.tenure)}
        legend="Tenure"
        options={options.map((option) => ({ ...option, hint: "A hint" }))}
      />
      <Checkboxes {...listProps(fields.also)} legend="Also" options={options} />
    </AppForm>
  );
}

test("the first checkbox has the field's id, and a conditional question follows its option (AMB-D04)", async () => {
  const html = await render(<Money />);
  expect(attribute(byId(html, "f-money"), "value")).toBe("savings");
  expect(attribute(byId(html, "f-money-other"), "name")).toBe("money");
  expect(byId(html, "f-money-other")).toContain('data-reveals=""');
  expect(html.indexOf('id="f-details"')).toBeGreaterThan(html.indexOf('class="choice-reveal"'));
});

test("a group of checkboxes is described by its hint and error, and the error summary links to it (V-001)", async () => {
  const error = { money: ["Tick at least one"] };
  const html = await render(<Money lastResult={{ status: "error", error }} />);
  const [group] = tags(html, "fieldset");
  expect(attribute(group, "aria-describedby")).toBe("f-money-hint f-money-error");
  expect(html).toContain('<a href="#f-money">Tick at least one</a>');
});

test.each<[string, Record<string, string | string[]>, boolean[]]>([
  ["none", {}, [false, false]],
  ["one", { money: "other" }, [false, true]],
  ["one of a list", { money: ["savings"] }, [true, false]],
  ["several", { money: ["savings", "other"] }, [true, true]],
])("the checkboxes keep the submitted choice: %s (AMB-D04)", async (_, initialValue, ticked) => {
  const html = await render(<Money lastResult={{ status: "error", initialValue }} />);
  const boxes = tags(html, "input").filter((tag) => attribute(tag, "name") === "money");
  expect(boxes.map((tag) => tag.includes(" checked"))).toEqual(ticked);
});

test("the id of an option has hyphens instead of the spaces in its value", async () => {
  const html = await render(<Tenure />);
  const ids = tags(html, "input").map((tag) => attribute(tag, "id"));
  expect(ids.filter((id) => id?.includes("Of"))).toEqual([
    "f-tenure-Share-Of-Freehold",
    "f-also-Share-Of-Freehold",
  ]);
  expect(html).toContain('id="f-tenure-Share-Of-Freehold-hint"');
});
