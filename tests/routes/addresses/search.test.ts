import { beforeEach, expect, test } from "vitest";
import { clearSuggestionCache } from "#app/clients/loqate/client.server.ts";
import { loader } from "#app/routes/addresses/search.ts";
import { setFault } from "#mocks/faults.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();
const doubles = useDoubles(["loqate"]);
beforeEach(clearSuggestionCache);

test("the address search suggests addresses for a query, and lists the addresses inside a suggested container (C-078 V-045)", async () => {
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

test("the address search opens a container automatically if it is the only suggestion (V-046)", async () => {
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

test("the address search queries Loqate only for three or more characters (V-042)", async () => {
  const visitor = await signIn(db);
  await setFault(doubles.state, "loqate", "down");
  const search = (query: string) =>
    get(loader, { ...visitor, path: `/addresses/search?query=${query}` });
  expect((await search("YO")).data).toEqual({ suggestions: [] });
  expect((await search("YO1")).status).toBe(502);
});

test("the address search finds addresses only in the requested country (C-078)", async () => {
  const visitor = await signIn(db);
  const search = (country: string) =>
    get(loader, { ...visitor, path: `/addresses/search?query=LS6+2AB&country=${country}` });
  expect((await search("GB")).data).not.toMatchObject({ suggestions: [] });
  expect((await search("FR")).data).toMatchObject({ suggestions: [] });
});

test("the address search sends no Cache-Control header that would allow the browser to cache personal suggestions", async () => {
  const visitor = await signIn(db);
  const answer = await get(loader, { ...visitor, path: "/addresses/search?query=LS6+2AB" });
  expect(answer.headers.get("Cache-Control")).toBeNull();
});

test("the address search answers 502 if Loqate is down", async () => {
  const answer = await get(loader, { ...(await signIn(db)), path: "/addresses/search?query=down" });
  expect(answer.status).toBe(502);
  expect(answer.data).toEqual({ message: "Server error. Please try again later." });
});

test("the address search redirects a visitor without a session to sign in", async () => {
  const answer = await get(loader, { path: "/addresses/search?query=LS6+2AB" });
  expect(answer.location).toContain("/sign-in");
});

test("the address search allows 30 requests a minute, then answers 429 with Retry-After", async () => {
  const visitor = await signIn(db);
  const ask = () => get(loader, { ...visitor, path: "/addresses/search?query=LS6+2AB" });
  for (let count = 1; count <= 30; count++) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
  await ageRateLimits(db, 50);
  expect((await ask()).status).toBe(429);
  await ageRateLimits(db, 10);
  expect((await ask()).status).toBe(200);
});
