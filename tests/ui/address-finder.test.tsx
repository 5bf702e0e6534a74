import "./router.ts";
import type { SubmissionResult } from "@conform-to/dom";
import { expect, test } from "vitest";
import {
  type AddressFields,
  addressIntent,
  type AddressFinderState,
} from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { attribute, byId, render, tags, visibleText } from "./render.tsx";

function Finder(props: {
  value?: AddressFields;
  finder?: AddressFinderState;
  disabled?: boolean;
  international?: boolean;
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useAppForm<{ address: AddressFields }>({
    id: "f",
    lastResult: props.lastResult,
    defaultValue: { address: props.value ?? {} },
  });
  return (
    <AppForm form={form}>
      <AddressFinder
        field={fields.address}
        legend="Address"
        finder={props.finder}
        disabled={props.disabled}
        international={props.international}
        countries={COUNTRIES}
      />
    </AppForm>
  );
}

const COUNTRIES = [
  { value: "GB", label: "United Kingdom" },
  { value: "BA", label: "Bosnia & Herzegovina" },
  { value: "XX", label: '<b>"Nowhere" value="BA"' },
];
const KNOWN: AddressFields = { line_1: "14 Alder Road", post_town: "Leeds", postcode: "LS1 4AP" };
const SUGGESTIONS = [
  { id: "a1", type: "Address", text: "12 Alder Road", description: "Leeds" },
  { id: "c1", type: "Street", text: "Alder Court", description: "24 addresses" },
];

const intents = (html: string) =>
  tags(html, "button").flatMap((tag) => attribute(tag, "value") ?? []);

test.each([
  ["Disabled", <Finder key="" disabled />, ["address.find:address"]],
  ["Initial", <Finder key="" />, ["address.find:address", "address.manual:address"]],
  [
    "Found",
    <Finder key="" finder={{ state: "Found", suggestions: SUGGESTIONS }} />,
    [
      "address.find:address",
      "address.open:address:c1",
      "address.choose:address",
      "address.manual:address",
    ],
  ],
  [
    "NotFound",
    <Finder key="" finder={{ state: "NotFound" }} />,
    ["address.find:address", "address.manual:address"],
  ],
  [
    "Selected",
    <Finder key="" value={KNOWN} finder={{ state: "Selected" }} />,
    ["address.again:address"],
  ],
  ["Confirmed", <Finder key="" value={KNOWN} />, ["address.again:address"]],
  ["NotListed", <Finder key="" finder={{ state: "NotListed" }} />, ["address.again:address"]],
])(
  "the address finder in the state %s has a submit button for each next step (V-051, AMB-C17)",
  async (_state, element, expected) => {
    expect(intents(await render(element))).toEqual(expected);
  },
);

test.each([
  ["Initial", <Finder key="" />],
  ["Found", <Finder key="" finder={{ state: "Found", suggestions: SUGGESTIONS }} />],
  ["Confirmed", <Finder key="" value={KNOWN} />],
  ["NotListed", <Finder key="" finder={{ state: "NotListed" }} />],
])("a step of the address finder from %s returns to the question (AMB-C17)", async (...row) => {
  const html = await render(row[1]);
  const steps = tags(html, "button").filter((tag) => attribute(tag, "value"));
  const targets = steps.map((tag) => attribute(tag, "formaction"));
  expect(targets).toEqual(steps.map(() => "/#f-address-group"));
  expect(byId(html, "f-address-group")).toMatch(/^<fieldset/);
});

test("the address finder lists found addresses as radios, and streets and buildings as buttons (V-046)", async () => {
  const html = await render(
    <Finder finder={{ state: "Found", suggestions: SUGGESTIONS, query: "LS1" }} />,
  );
  expect(visibleText(html)).toContain("2 addresses found");
  expect(tags(html, "input").filter((tag) => attribute(tag, "type") === "radio")).toHaveLength(1);
  expect(attribute(byId(html, "f-address-choice"), "value")).toBe("a1");
  expect(visibleText(html)).toContain("Show the addresses in Alder Court, 24 addresses");
  expect(attribute(byId(html, "f-address"), "value")).toBe("LS1");
});

test("the address finder explains what to do if no address is found (C-080)", async () => {
  expect(visibleText(await render(<Finder finder={{ state: "NotFound" }} />))).toContain(
    "We couldn't find that address. Please check for any typos and try again. If you're sure the address is right, then before continuing, please contact our team at support@fanlight.example",
  );
});

test("the address finder shows a confirmed address as text, and has hidden fields that submit it", async () => {
  const html = await render(<Finder value={{ ...KNOWN, provider_id: "GB|1" }} />);
  const hidden = tags(html, "input").map((tag) => [
    attribute(tag, "name"),
    attribute(tag, "value"),
  ]);
  expect(hidden).toEqual([
    ["address.line_1", "14 Alder Road"],
    ["address.post_town", "Leeds"],
    ["address.postcode", "LS1 4AP"],
    ["address.provider_id", "GB|1"],
    ["address.confirmed", "on"],
  ]);
  expect(visibleText(html)).toContain("14 Alder Road Leeds LS1 4AP");
});

test("the address finder does not mark a selected address as confirmed", async () => {
  const html = await render(<Finder value={KNOWN} finder={{ state: "Selected" }} />);
  expect(html).not.toContain("address.confirmed");
});

test("the address finder shows an address with an error as inputs, and links the error summary to the wrong input", async () => {
  const lastResult: SubmissionResult = {
    status: "error",
    error: { "address.post_town": ["Address must be at least 1 character long"] },
    initialValue: { address: KNOWN },
  };
  const html = await render(<Finder lastResult={lastResult} finder={{ state: "Confirmed" }} />);
  expect(html).toContain('<a href="#f-address-post_town">');
  expect(attribute(byId(html, "f-address-post_town"), "aria-invalid")).toBe("true");
  expect(attribute(byId(html, "f-address-line_1"), "value")).toBe("14 Alder Road");
});

test("the error summary links an error about the whole address to the address finder’s search box", async () => {
  const lastResult: SubmissionResult = {
    status: "error",
    error: { address: ["Enter an address"] },
  };
  const html = await render(<Finder lastResult={lastResult} />);
  expect(attribute(byId(html, "f-address"), "name")).toBe("address.query");
});

test.each([
  [addressIntent("find", "address"), "address.find:address"],
  [addressIntent("open", "sellers[0].address", "GB|R|1"), "address.open:sellers[0].address:GB|R|1"],
])("addressIntent returns the intent %s for a button", (intent, expected) => {
  expect(intent).toBe(expected);
});

test.each([
  ["at the search", { country_code: "BA" }, undefined],
  ["at the typed address", { country_code: "BA" }, { state: "NotListed" }],
] as const)("the address finder keeps the country %s (V-053)", async (_name, value, finder) => {
  const html = await render(<Finder international value={value} finder={finder} />);
  expect(html).toContain(
    '<option value="GB">United Kingdom</option>' +
      '<option value="BA" selected="">Bosnia &amp; Herzegovina</option>' +
      '<option value="XX">&lt;b>&quot;Nowhere&quot; value=&quot;BA&quot;</option></select>',
  );
});

test("the address finder selects no country if the saved one is not in the list", async () => {
  const html = await render(<Finder international value={{ country_code: '"' }} />);
  expect(html).toContain('<option value="GB">');
  expect(html).not.toContain("selected");
});
