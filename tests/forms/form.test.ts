import { expect, test } from "vitest";
import { z } from "zod";
import { asErrorPage } from "#app/edge/error-page.server.ts";
import { invalid, parseForm, refused } from "#app/forms/form.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";

const Person = z.object({
  name: z.string({ error: "Enter the name" }),
  email: z.string().refine((email) => Promise.resolve(email !== "taken"), "Already taken"),
});

const posted = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost", { method: "POST", body, headers });

const form = (fields: string) => posted(new URLSearchParams(fields));

test("a good form gives its values, in the database's own characters", async () => {
  const multipart = new FormData();
  multipart.set("name", "Ada\0 \uD83C\uDF3B");
  multipart.set("em\0ail", "a@b\0");
  expect(await parseForm(posted(multipart), Person)).toMatchObject({
    status: "success",
    value: { name: "Ada \uD83C\uDF3B", email: "a@b" },
  });
  expect(await parseForm(form("name=%00Ada&email=a"), Person)).toMatchObject({
    value: { name: "Ada" },
  });
});

test("V-001 a bad form comes back with 400, its errors and what was typed", async () => {
  const { data, init } = invalid(await parseForm(form("email=taken"), Person));
  expect(init).toEqual({ status: 400 });
  expect(data.lastResult).toMatchObject({
    status: "error",
    initialValue: { email: "taken" },
    error: { name: ["Enter the name"] },
  });
});

test("a schema may ask the database", async () => {
  const submission = await parseForm(form("name=Ada&email=taken"), Person);
  expect(submission.reply().error).toEqual({ email: ["Already taken"] });
});

test("a value sent twice is an error, not a choice", async () => {
  const submission = await parseForm(form("name=Ada&name=Bob&email=a"), Person);
  expect(submission.status).toBe("error");
  expect(Object.keys(submission.reply().error ?? {})).toEqual(["name"]);
});

const addRow = JSON.stringify({ type: "insert", payload: { name: "rows" } });

test("a button that adds a row brings the form back with 200", async () => {
  const posted = new FormData();
  posted.set("name", "Ada");
  posted.set("__intent__", addRow);
  expect(invalid(await parseForm(posted, Person)).init).toEqual({ status: 200 });
});

test.each([addRow, "{", "null", '{"type":"update","payload":{"name":"a[99999999]"}}'])(
  "a visitor cannot press Conform's button %s, which might make it throw",
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
])("a field that is Conform's or JavaScript's own, %s, is no field of a form", async (field) => {
  const submission = await parseForm(form(`email=a&${field}&name=Ada`), Person);
  expect(submission).toMatchObject({ status: "success", value: { name: "Ada", email: "a" } });
  expect(Object.keys(submission.payload)).toEqual(["email", "name"]);
  expect("admin" in {}).toBe(false);
});

test("a refusal stands above the form, which keeps what was typed", async () => {
  const submission = await parseForm(form("name=Ada&email=a"), Person);
  const { data, init } = refused(submission, "An account with this email already exists.", 409);
  expect(init).toEqual({ status: 409 });
  expect(data.lastResult).toMatchObject({
    initialValue: { name: "Ada", email: "a" },
    error: { "": ["An account with this email already exists."] },
  });
});

test.each([
  ["no form", posted("{}", { "Content-Type": "application/json" }), 400],
  ["a broken one", posted("x", { "Content-Type": "multipart/form-data; boundary=y" }), 400],
  ["too many fields", form("a=1&".repeat(1_001)), 413],
  ["a list with a hundred million places", form("name[99999999]=Ada"), 400],
  ["a name that goes too deep", form(`${"a.".repeat(50_000)}a=Ada`), 400],
])("%s is refused with %s", async (_what, request, status) => {
  await expect(parseForm(request, Person)).rejects.toMatchObject({ status });
});

test("AMB-A13 a refusal of the domain becomes an error page with its status and words", () => {
  expect(() => asErrorPage(new NotFoundError("Transaction not found"))).toThrow(
    expect.objectContaining({ data: { message: "Transaction not found" }, init: { status: 404 } }),
  );
  const defect = new Error("x");
  expect(() => asErrorPage(defect)).toThrow(defect);
});
