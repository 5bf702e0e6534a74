import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PERMISSIONS, ROLE_NAMES } from "#app/domain/staff/roles.ts";

test("docs/roles.md lists each permission with its roles", () => {
  const rows = readFileSync("docs/roles.md", "utf8").matchAll(
    /^\| `(\w+)` +\| (.+?) +\| (.+?) +\|/gm,
  );
  const listed = [...rows].map(([, name, to, roles]) => ({ name, to, roles }));
  const defined = Object.entries(PERMISSIONS).map(([name, { to, roles }]) => ({
    name,
    to,
    roles:
      roles === "all" ? "everyone on the staff" : roles.map((role) => ROLE_NAMES[role]).join(", "),
  }));
  expect(listed).toEqual(defined);
});

test("docs/roles.md names the permissions that ask for the second factor again", () => {
  const [last = ""] = readFileSync("docs/roles.md", "utf8").trim().split("\n").slice(-1);
  const asking = Object.entries(PERMISSIONS).filter(([, { asks_again }]) => asks_again);
  expect([...last.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
    asking.map(([name]) => name),
  );
});
