import { beforeEach, expect, test } from "vitest";
import { forgetSuggestions } from "#app/clients/loqate/client.server.ts";
import { loader } from "#app/routes/addresses/search.ts";
import { setFault } from "#mocks/faults.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { letPass } from "#tests/support/limits.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/visit.ts";

const { db } = useTestDatabase();
const doubles = useDoubles(["loqate"]);
beforeEach(forgetSuggestions);

test("C-078 V-045 suggestions for what is typed, and what is in a container", async () => {
  const visitor = await signIn(db);
  const found = await get(loader, {
    ...visitor,
    path: "/addresses/search?query=Bainbrigge&country=GB",
  });
  expect(found.status).toBe(200);
  expect(found.data).toMatchObject({
    suggestions: expect.arrayContaining([
      expect.objectContaining({ type: "Postcode", text: "LS6 2AB" }),
    ]),
  });

  const inside = await get(loader, {
    ...visitor,
    path: "/addresses/search?query=Bainbrigge&country=GB&container=GB%7CRM%7CENG%7C2AB-LS6",
  });
  expect(inside.data).toMatchObject({
    container: "GB|RM|ENG|2AB-LS6",
    suggestions: expect.arrayContaining([
      expect.objectContaining({ type: "Address", text: "1 Bainbrigge Road" }),
    ]),
  });
  expect(inside.data).not.toMatchObject({
    suggestions: expect.arrayContaining([expect.objectContaining({ type: "Postcode" })]),
  });
});

test("V-046 a container that is alone opens by itself", async () => {
  const found = await get(loader, {
    ...(await signIn(db)),
    path: "/addresses/search?query=LS6+2AB&country=GB",
  });
  expect(found.data).toMatchObject({
    container: "GB|RM|ENG|2AB-LS6",
    suggestions: expect.arrayContaining([
      expect.objectContaining({ type: "Address", text: "1 Bainbrigge Road" }),
    ]),
  });
});

test("V-042 under three characters nobody is asked, and with three somebody is", async () => {
  const visitor = await signIn(db);
  await setFault(doubles.state, "loqate", "down");
  const search = (query: string) =>
    get(loader, { ...visitor, path: `/addresses/search?query=${query}` });
  expect((await search("YO")).data).toEqual({ suggestions: [] });
  expect((await search("YO1")).status).toBe(502);
});

test("C-078 addresses are searched in the country that is asked for", async () => {
  const visitor = await signIn(db);
  const search = (country: string) =>
    get(loader, { ...visitor, path: `/addresses/search?query=LS6+2AB&country=${country}` });
  expect((await search("GB")).data).not.toMatchObject({ suggestions: [] });
  expect((await search("FR")).data).toMatchObject({ suggestions: [] });
});

test("what somebody signed in was told is not kept by the browser: the page remembers what it has asked", async () => {
  const visitor = await signIn(db);
  const answer = await get(loader, { ...visitor, path: "/addresses/search?query=LS6+2AB" });
  expect(answer.headers.get("Cache-Control")).toBeNull();
});

test("a provider that is down is a failure of its own", async () => {
  const answer = await get(loader, { ...(await signIn(db)), path: "/addresses/search?query=down" });
  expect(answer.status).toBe(502);
  expect(answer.data).toEqual({ message: "Server error. Please try again later." });
});

test("only for people who are signed in", async () => {
  const answer = await get(loader, { path: "/addresses/search?query=LS6+2AB" });
  expect(answer.location).toContain("/sign-in");
});

test("thirty a minute", async () => {
  const visitor = await signIn(db);
  const ask = () => get(loader, { ...visitor, path: "/addresses/search?query=LS6+2AB" });
  for (let count = 1; count <= 30; count++) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  await letPass(db, 50);
  expect((await ask()).status).toBe(429);
  await letPass(db, 10);
  expect((await ask()).status).toBe(200);
});
