import { expect, test } from "vitest";
import { z } from "zod";
import { asErrorPage } from "#app/server/error-page.server.ts";
import {
  formText,
  showFormErrors,
  isFieldName,
  parseForm,
  readForm,
  showFormRefusal,
  typedFields,
} from "#app/forms/form.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";

const Person = z.object({
  name: z.string({ error: "Enter the name" }),
  email: z.string().refine((email) => Promise.resolve(email !== "taken"), "Already taken"),
});

const posted = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost", { method: "POST", body, headers });

const form = (fields: string) => posted(new URLSearchParams(fields));

test("a form’s values have no characters that the database cannot store", async () => {
  const multipart = new FormData();
  multipart.set("name", "Ada\0 \uD83C\uDF3B");
  multipart.set("em\0ail", "a@b\0");
  expect(await parseForm(posted(multipart), Person)).toMatchObject({
    status: "success",
    value: { name: "Ada \uD83C\uDF3B", email: "a@b" },
  });
  expect(await parseForm(form("name=%00A%00da&email=a"), Person)).toMatchObject({
    value: { name: "Ada" },
  });
  const halves = await readForm(form("name=%ED%A0%80&email=\ud800"));
  expect(JSON.stringify([...halves])).not.toMatch(/ud[89a-f]/i);
});

test("characters that reverse the direction of text are removed from a form’s values", async () => {
  const name = "Ada \u202eevE\u202c\u2066\u200f";
  expect(await parseForm(form(`email=a&name=${encodeURIComponent(name)}`), Person)).toMatchObject({
    value: { name: "Ada evE" },
  });
});

test("a form that was already read is parsed, and a file stays a file", async () => {
  const photo = new File(["x"], "x.png");
  const sent = new FormData();
  sent.set("name", "Ada");
  sent.set("email", "a");
  sent.set("photo", photo);
  const read = await readForm(posted(sent));
  expect(read.get("photo")).toMatchObject({ name: "x.png", size: 1 });
  expect(await parseForm(read, Person)).toMatchObject({ value: { name: "Ada", email: "a" } });
  expect(["name", "photo", "none"].map((name) => formText(read, name))).toEqual(["Ada", "", ""]);
});

test("the typed fields of a form can be read before validation", () => {
  const typed = new FormData();
  typed.set("name", "Ada");
  typed.set("address.line_1", "1 Arch Street");
  typed.append("sellers[1].email", "b");
  expect(typedFields(typed)).toEqual({
    name: "Ada",
    address: { line_1: "1 Arch Street" },
    sellers: [undefined, { email: "b" }],
  });
});

test.each([
  ["name", "valid", true],
  ["first-name_2", "valid", true],
  ["address.line_1", "valid", true],
  ["sellers[2].email", "valid", true],
  ["sellers[99]", "valid", true],
  ["sellers[]", "valid", true],
  ["a".repeat(60), "valid", true],
  [`a.${"b".repeat(60)}`, "valid", true],
  ["a.b.c.d.e.f", "valid", true],
  ["a[1][2][3][4][5]", "valid", true],
  ["", "invalid", false],
  ["a".repeat(61), "invalid", false],
  [`a.${"b".repeat(61)}`, "invalid", false],
  ["a.b.c.d.e.f.g", "invalid", false],
  ["a[1][2][3][4][5][6]", "invalid", false],
  ["a[100]", "invalid", false],
  ["a[x]", "invalid", false],
  ["a[1", "invalid", false],
  [".a", "invalid", false],
  ["a.", "invalid", false],
  ["a..b", "invalid", false],
  [" a", "invalid", false],
  ["a b", "invalid", false],
  ["a\n", "invalid", false],
  ["a.b c", "invalid", false],
  ["[1]", "invalid", false],
])("the field name %j is %s", (name, _state, is) => {
  expect(isFieldName(name)).toBe(is);
});

test("a form may have at most a thousand fields", async () => {
  const fields = (count: number) => form(Array.from({ length: count }, () => "a=1").join("&"));
  expect([...(await readForm(fields(1_000)))]).toHaveLength(1_000);
  await expect(readForm(fields(1_001))).rejects.toMatchObject({ status: 413 });
});

test("an invalid form is returned with 400, its errors and the typed values (V-001)", async () => {
  const { data, init } = showFormErrors(await parseForm(form("email=taken"), Person));
  expect(init).toEqual({ status: 400 });
  expect(data.lastResult).toMatchObject({
    status: "error",
    initialValue: { email: "taken" },
    error: { name: ["Enter the name"] },
  });
});

test("a form’s schema can validate a value asynchronously", async () => {
  const submission = await parseForm(form("name=Ada&email=taken"), Person);
  expect(submission.reply().error).toEqual({ email: ["Already taken"] });
});

test("a value that is sent twice is reported as an error", async () => {
  const submission = await parseForm(form("name=Ada&name=Bob&email=a"), Person);
  expect(submission.status).toBe("error");
  expect(Object.keys(submission.reply().error ?? {})).toEqual(["name"]);
});

const addRow = JSON.stringify({ type: "insert", payload: { name: "rows" } });

test("a button that adds a row returns the form with 200", async () => {
  const posted = new FormData();
  posted.set("name", "Ada");
  posted.set("__intent__", addRow);
  expect(showFormErrors(await parseForm(posted, Person)).init).toEqual({ status: 200 });
});

test.each([addRow, "{", "null", '{"type":"update","payload":{"name":"a[99999999]"}}'])(
  "a form ignores Conform’s intent %s, which could make it throw",
  async (intent) => {
    const submission = await parseForm(
      form(`name=Ada&email=a&__intent__=${encodeURIComponent(intent)}`),
      Person,
    );
    expect(submission.status).toBe("success");
  },
);

test.each([
  "__state__=x",
  "__intent__=x",
  "__proto__=x",
  "__proto__.admin=x",
  "name.__proto__.admin=x",
  "__anything=x",
])("a form ignores the internal field %s of Conform or JavaScript", async (field) => {
  const submission = await parseForm(form(`email=a&${field}&name=Ada`), Person);
  expect(submission).toMatchObject({ status: "success", value: { name: "Ada", email: "a" } });
  expect(Object.keys(submission.payload)).toEqual(["email", "name"]);
  expect("admin" in {}).toBe(false);
});

test("a field may have Conform’s prefix in the middle of its name, but not at the start", async () => {
  expect([...(await readForm(form("a__b=1&__c=2")))]).toEqual([["a__b", "1"]]);
});

test("a rejected form shows the reason above the form and keeps the typed values", async () => {
  const submission = await parseForm(form("name=Ada&email=a"), Person);
  const { data, init } = showFormRefusal(
    submission,
    "An account with this email already exists.",
    409,
  );
  expect(init).toEqual({ status: 409 });
  expect(data.lastResult).toMatchObject({
    initialValue: { name: "Ada", email: "a" },
    error: { "": ["An account with this email already exists."] },
  });
  expect(showFormRefusal(submission, "Once more.").init).toEqual({ status: 400 });
});

test.each([
  [
    "a body that is not a form",
    400,
    "This is not a form.",
    () => posted("{}", { "Content-Type": "application/json" }),
  ],
  [
    "a malformed form",
    400,
    "This is not a form.",
    () => posted("x", { "Content-Type": "multipart/form-data; boundary=y" }),
  ],
  ["a form of too many fields", 413, "Too many fields.", () => form("a=1&".repeat(1_001))],
  [
    "a list of a hundred million items",
    400,
    "This form has an unknown field.",
    () => form("name[99999999]=Ada"),
  ],
  [
    "a name with too many levels",
    400,
    "This form has an unknown field.",
    () => form(`${"a.".repeat(50_000)}a=Ada`),
  ],
])("a request with %s is rejected with %i: %s", async (_what, status, text, request) => {
  const refusal: unknown = await parseForm(request(), Person).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ status });
  expect(refusal instanceof Response && (await refusal.text())).toBe(text);
});

test("a domain error becomes an error page with its status and text (AMB-A13)", () => {
  expect(() => asErrorPage(new NotFoundError("Transaction not found"))).toThrow(
    expect.objectContaining({ data: { message: "Transaction not found" }, init: { status: 404 } }),
  );
  const defect = new Error("x");
  expect(() => asErrorPage(defect)).toThrow(defect);
});
