import { describe, expect, test } from "vitest";
import { NewEstateAgentForm } from "#app/domain/estate-agents/estate-agents.server.ts";
import { typedForm } from "#tests/support/typed-form.ts";

const brand_id = "a".repeat(24);

describe("the new estate agent form (M-050, M-051, AMB-M03)", () => {
  const whole = {
    "office.brand_id": brand_id,
    "office.office_name": "Northgate York",
    "valuers[0].first_name": "Val",
  };

  test("an empty form for a new estate agent reports the missing office and valuer", () => {
    expect(typedForm(NewEstateAgentForm, { "office.office_name": " " })).toEqual({
      errors: {
        office: ["Please fill in the office details"],
        valuers: ["Please add at least one valuer"],
      },
    });
  });

  test("an office with only some of its fields filled in reports the missing ones", () => {
    expect(typedForm(NewEstateAgentForm, { ...whole, "office.brand_id": "" })).toEqual({
      errors: { "office.brand_id": ["Brand is required"] },
    });
  });

  test("an office with one valuer is accepted", () => {
    expect(typedForm(NewEstateAgentForm, whole)).toMatchObject({
      value: {
        office: { office_name: "Northgate York" },
        valuers: [{ first_name: "Val", primary_valuer: false }],
        negotiators: [],
        coordinator: null,
        checks: { thirdfort_requester_emails: [] },
      },
    });
  });

  test("a coordinator must be complete once one of its fields is filled in", () => {
    expect(typedForm(NewEstateAgentForm, { ...whole, "coordinator.first_name": "Cora" })).toEqual({
      errors: {
        "coordinator.last_name": ["Last name is required"],
        "coordinator.email": ["Valid email is required. It should look like name@example.com"],
      },
    });
    expect(
      typedForm(NewEstateAgentForm, { ...whole, "coordinator.is_subscribed": "on" }),
    ).toMatchObject({
      errors: { "coordinator.first_name": ["First name is required"] },
    });
  });

  test("a sixth negotiator is rejected (M-027)", () => {
    const negotiators: Record<string, string> = {};
    const add = (index: number) => {
      negotiators[`negotiators[${index}].first_name`] = "N";
      negotiators[`negotiators[${index}].last_name`] = "M";
      negotiators[`negotiators[${index}].email`] = `n${index}@example.test`;
      negotiators[`negotiators[${index}].phone_number`] = "01904 555010";
    };
    for (let index = 0; index < 5; index++) add(index);
    expect(typedForm(NewEstateAgentForm, { ...whole, ...negotiators })).toHaveProperty("value");
    add(5);
    expect(typedForm(NewEstateAgentForm, { ...whole, ...negotiators })).toEqual({
      errors: { negotiators: ["An estate agent can have at most 5 negotiators"] },
    });
  });

  test("at most 50 valuers are accepted", () => {
    const of = (count: number) =>
      typedForm(NewEstateAgentForm, {
        ...whole,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`valuers[${index}].first_name`, "V"]),
        ),
      });
    expect(of(50)).toHaveProperty("value");
    expect(of(51)).toEqual({
      errors: { valuers: ["An estate agent can have at most 50 valuers"] },
    });
  });

  test("valuers that are not a list are rejected", () => {
    const { error } = NewEstateAgentForm.safeParse({ valuers: "Val", office: {}, checks: {} });
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ path: ["valuers"], message: "Please add at least one valuer" }),
    );
  });

  test("the parsed form for a new estate agent contains its idempotency key", () => {
    expect(typedForm(NewEstateAgentForm, whole)).toMatchObject({ value: { form_key: "" } });
    expect(typedForm(NewEstateAgentForm, { ...whole, form_key: "key" })).toMatchObject({
      value: { form_key: "key" },
    });
  });

  test("two valuers with the same email are rejected (AMB-M04)", () => {
    expect(
      typedForm(NewEstateAgentForm, {
        ...whole,
        "valuers[0].email": "val@example.test",
        "valuers[1].first_name": "Bob",
        "valuers[1].email": "VAL@example.test",
      }),
    ).toEqual({ errors: { "valuers[1].email": ["A valuer with this email already exists"] } });
    // The check also runs if there are other errors, compares all valuers and ignores empty emails.
    expect(
      typedForm(NewEstateAgentForm, {
        ...whole,
        "office.brand_id": "",
        "valuers[0].email": "val@example.test",
        "valuers[1].first_name": "Bob",
        "valuers[2].first_name": "Cy",
        "valuers[3].first_name": "Di",
        "valuers[3].email": "val@example.test",
      }),
    ).toEqual({
      errors: {
        "office.brand_id": ["Brand is required"],
        "valuers[3].email": ["A valuer with this email already exists"],
      },
    });
  });
});
