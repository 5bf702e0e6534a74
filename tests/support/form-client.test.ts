import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FormClient } from "#tests/journeys/support/form-client.ts";

const page = `<!doctype html><title>A form</title><main><h1>A form</h1>
<form method="post" action="/sent?step=1">
  <input type="hidden" name="key" value="k">
  <fieldset><legend>Is it yours?</legend>
    <label><input type="radio" name="yours" value="y"> Yes</label>
    <label><input type="radio" name="yours" value="n"> No</label>
  </fieldset>
  <label for="name">Name</label><input id="name" name="name" required>
  <label for="agent">Agent</label><select id="agent" name="agent">
    <option value="">None</option><option value="7">Northgate</option></select>
  <label><input type="checkbox" name="terms"> I accept</label>
  <input name="off" value="x" disabled>
  <button name="intent" value="save">Save</button>
  <button name="intent" value="back" formnovalidate formaction="/other">Back</button>
  <button disabled>Pay</button>
</form></main>`;

const seen: {
  method: string | undefined;
  url: string | undefined;
  body: string;
  cookie: string;
}[] = [];
const site = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    const { method, url, headers } = request;
    seen.push({ method, url, body, cookie: headers.cookie ?? "" });
    if (method === "GET") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else response.writeHead(303, { location: "/next", "set-cookie": "sid=1; Path=/" }).end();
  });
});
let base: string;
beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => site.close());

test("the form client submits filled-in fields, hidden fields and the button, and follows the redirect", async () => {
  const client = await new FormClient(base).open("/");
  client.fill("Name", "Sam").fill("Agent", "Northgate").check("No", "Is it yours?");
  await client.press("Save");
  expect(seen.at(-2)).toMatchObject({
    method: "POST",
    url: "/sent?step=1",
    body: "key=k&yours=n&name=Sam&agent=7&intent=save",
  });
  expect(seen.at(-1)).toMatchObject({ method: "GET", url: "/next", cookie: "sid=1" });
  expect(client).toMatchObject({ status: 200, path: "/next", title: "A form", heading: "A form" });
});

test("the form client submits an incomplete form to a button’s own address", async () => {
  const client = await new FormClient(base).open("/");
  await client.check("I accept").press("Back");
  expect(seen.at(-2)).toMatchObject({
    url: "/other",
    body: "key=k&name=&agent=&terms=on&intent=back",
  });
});

test("the form client throws at actions that a browser would prevent", async () => {
  const client = await new FormClient(base).open("/");
  const sent = seen.length;
  await expect(client.press("Save")).rejects.toThrow("a browser would not send");
  await expect(client.press("Pay")).rejects.toThrow("is disabled");
  await expect(client.press("Delete")).rejects.toThrow("There is no button Delete");
  await expect(client.follow("Home")).rejects.toThrow('There is no link "Home"');
  expect(() => client.fill("Agent", "Southgate")).toThrow('"Agent" has no option "Southgate"');
  expect(() => client.fill("Price", "1")).toThrow('There is no field "Price"');
  expect(() => client.check("Yes", "Is it new?")).toThrow('There is no question "Is it new?"');
  expect(seen).toHaveLength(sent);
});
