import { expect, test } from "vitest";
import { loader } from "#app/routes/addresses/search.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get } from "#tests/support/visit.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

test("C-078 V-045 suggestions for what is typed, and what is in a container", async () => {
  const visitor = await signIn(db);
  const found = await get(loader, {
    ...visitor,
    path: "/addresses/search?query=LS6+2AB&country=GB",
  });
  expect(found.status).toBe(200);
  expect(found.data).toMatchObject({
    suggestions: [{ id: expect.any(String), type: "Postcode", text: "LS6 2AB" }],
  });
});

test("V-042 under three characters there is nothing", async () => {
  const answer = await get(loader, { ...(await signIn(db)), path: "/addresses/search?query=LS" });
  expect(answer.data).toEqual({ suggestions: [] });
  // Like everything of somebody who is signed in it is not kept by the browser; the page remembers what it has asked.
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
});
