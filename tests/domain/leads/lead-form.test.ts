import { describe, expect, test } from "vitest";
import { LeadsForm } from "#app/domain/leads/leads.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

const good = {
  property_address: "1 High Street, York YO1 7HH",
  initial_asking_price: "£350,000",
  seller_1_name: "Ada Byron",
  seller_1_email: "Ada@Example.test",
  seller_1_phone: "07400 123456",
};

type Typed = Record<string, string>;

function posted(...leads: Typed[]) {
  return Object.fromEntries(
    leads.flatMap((lead, index) =>
      Object.entries(lead).map(([name, typed]) => [`leads[${index}].${name}`, typed]),
    ),
  );
}

const listErrors = (...leads: Typed[]) => {
  const result = typedForm(LeadsForm, posted(...leads));
  return "errors" in result ? result.errors : {};
};

test("the leads form accepts a lead with only the required fields and parses its price (G-042 to G-048, G-055, X-046)", () => {
  expect(typedForm(LeadsForm, posted(good))).toEqual({
    value: {
      form_key: "",
      leads: [
        {
          property_address: "1 High Street, York YO1 7HH",
          initial_asking_price: 350_000,
          seller_1_name: "Ada Byron",
          seller_1_email: "ada@example.test",
          seller_1_phone: "+447400123456",
          seller_2_name: null,
          seller_2_email: null,
          seller_2_phone: null,
          lead_warmth: null,
          client_aware_of_product: null,
          additional_notes: null,
        },
      ],
    },
  });
});

test("the leads form accepts a lead with every field (G-045, G-046, G-047, G-048)", () => {
  const more = {
    seller_2_name: "Bob Byron",
    seller_2_email: "bob@example.test",
    seller_2_phone: "020 7946 0958",
    lead_warmth: "Don't know",
    client_aware_of_product: "No",
    additional_notes: "Ring after six.\nNot on Fridays.",
  };
  expect(typedForm(LeadsForm, posted({ ...good, ...more }))).toMatchObject({
    value: { leads: [{ ...more, seller_2_phone: "+442079460958" }] },
  });
});

describe("the errors of the leads form", () => {
  test.each([
    ["G-050", "property_address", "", "Property address is required"],
    ["G-050", "property_address", "  ", "Property address is required"],
    ["G-051", "initial_asking_price", "", "Initial asking price is required"],
    ["G-051", "initial_asking_price", "0", "Initial asking price is required"],
    [
      "G-043",
      "initial_asking_price",
      "about 300k",
      "Invalid price format. Enter whole pounds, like 250,000",
    ],
    [
      "G-043",
      "initial_asking_price",
      "100,000,000",
      "Initial asking price must be less than £100,000,000",
    ],
    ["G-052", "seller_1_name", "", "Seller 1 name is required"],
    [
      "G-053",
      "seller_1_email",
      "",
      "Seller 1 email must be valid. It should look like name@example.com",
    ],
    [
      "G-053",
      "seller_1_email",
      "ada@",
      "Seller 1 email must be valid. It should look like name@example.com",
    ],
    ["G-054", "seller_1_phone", "", "Seller 1 phone is required"],
    [
      "G-054",
      "seller_1_phone",
      "123",
      "Seller 1 phone must be valid. Enter a number like 07400 123456",
    ],
    [
      "G-056",
      "seller_2_email",
      "bob",
      "Seller 2 email must be valid. It should look like name@example.com",
    ],
    [
      "G-055",
      "seller_2_phone",
      "123",
      "Seller 2 phone must be valid. Enter a number like 07400 123456",
    ],
    ["G-057", "lead_warmth", "Hot lead", "Please select lead warmth"],
    ["G-058", "client_aware_of_product", "Maybe", "Please select client awareness"],
    ["G-046", "additional_notes", "n".repeat(2_001), "Enter at most 2,000 characters"],
  ])(
    "the leads form rejects the value $2 of the field $1: $3 ($0)",
    (_row, name, typed, message) => {
      expect(listErrors({ ...good, [name]: typed })).toEqual({ [`leads[0].${name}`]: [message] });
    },
  );

  test.each([
    ["property_address", "Property address"],
    ["seller_1_name", "Seller 1 name"],
    ["seller_2_name", "Seller 2 name"],
  ])("the leads form accepts at most 255 characters for %s", (name, label) => {
    expect(listErrors({ ...good, [name]: "n".repeat(255) })).toEqual({});
    expect(listErrors({ ...good, [name]: "n".repeat(256) })).toEqual({
      [`leads[0].${name}`]: [`${label} must be less than 255 characters long`],
    });
  });

  test.each([
    ["seller_1_phone", "Seller 1 phone is required"],
    ["seller_2_phone", "Seller 2 phone must be valid. Enter a number like 07400 123456"],
    ["lead_warmth", "Please select lead warmth"],
    ["client_aware_of_product", "Please select client awareness"],
  ])("the leads form rejects a repeated %s with the message “%s”", (name, message) => {
    const twice = { ...good, [name]: ["Yes", "No"] };
    expect(LeadsForm.safeParse({ leads: [twice] }).error?.issues).toMatchObject([
      { path: ["leads", 0, name], message },
    ]);
  });

  test("the leads form reports all five errors of an empty lead, in page order (G-050 to G-054)", () => {
    const empty = Object.fromEntries(Object.keys(good).map((name) => [name, ""]));
    expect(Object.values(listErrors(empty))).toEqual([
      ["Property address is required"],
      ["Initial asking price is required"],
      ["Seller 1 name is required"],
      ["Seller 1 email must be valid. It should look like name@example.com"],
      ["Seller 1 phone is required"],
    ]);
  });

  test("the leads form reports errors next to the lead that they belong to (G-040)", () => {
    expect(listErrors(good, { ...good, seller_1_name: "" })).toEqual({
      "leads[1].seller_1_name": ["Seller 1 name is required"],
    });
  });

  test("the leads form requires at least one lead (G-049)", () => {
    expect(listErrors()).toEqual({ leads: ["At least one lead is required"] });
    for (const leads of [undefined, "x", []]) {
      expect(LeadsForm.safeParse({ leads }).error?.issues).toMatchObject([
        { path: ["leads"], message: "At least one lead is required" },
      ]);
    }
  });

  test("the leads form accepts at most 20 leads (AMB-G10)", () => {
    expect(listErrors(...Array<Typed>(20).fill(good))).toEqual({});
    expect(listErrors(...Array<Typed>(21).fill(good))).toEqual({
      leads: ["You can send at most 20 leads at once"],
    });
  });

  test.each(["Warm lead", "Cold lead", "Don't know", ""])(
    "the leads form accepts the warmth %j (G-047)",
    (lead_warmth) => {
      expect(listErrors({ ...good, lead_warmth })).toEqual({});
    },
  );

  test.each(["Yes", "No", ""])(
    "the leads form accepts the awareness %j (G-048)",
    (client_aware_of_product) => {
      expect(listErrors({ ...good, client_aware_of_product })).toEqual({});
    },
  );

  test("the leads form accepts an empty email of seller 2 (G-056)", () => {
    expect(listErrors({ ...good, seller_2_email: "  " })).toEqual({});
  });
});

test("the leads form parses malformed input without throwing", async () => {
  for (const value of HOSTILE) {
    for (const leads of [value, [value], [{ ...good, initial_asking_price: value }]]) {
      await expect(LeadsForm.safeParseAsync({ leads })).resolves.toBeDefined();
    }
    for (const name of ["seller_2_email", "seller_2_phone", "lead_warmth", "additional_notes"]) {
      const lead = { ...good, [name]: value };
      await expect(LeadsForm.safeParseAsync({ leads: [lead] })).resolves.toBeDefined();
    }
  }
});
