import { expect, test } from "vitest";
import {
  listAllowed,
  hasPermission,
  type Permission,
  PERMISSIONS,
  refusalText,
  type StaffRole,
} from "#app/domain/staff/roles.ts";

const permissions = Object.keys(PERMISSIONS) as Permission[];
const allowed = (role: StaffRole) => listAllowed([role]);

test("administrators have every permission, read-only staff may only view, and staff without a role may only sign in", () => {
  expect(allowed("administrator")).toEqual(permissions);
  expect(allowed("read_only")).toEqual(["enter", "look"]);
  expect(listAllowed([])).toEqual(["enter"]);
});

test("handlers, finance and leads each have only the permissions of their role", () => {
  expect(allowed("handler")).toEqual(["enter", "look", "handle", "keep_firms"]);
  expect(allowed("finance")).toEqual([
    "enter",
    "look",
    "see_payments",
    "decide_payments",
    "refund",
    "keep_invoices",
  ]);
  expect(allowed("lead")).toEqual([
    "enter",
    "look",
    "handle",
    "keep_firms",
    "retire_firms",
    "manage_work",
    "put_right",
    "see_payments",
    "handle_privacy",
    "erase",
    "operate",
  ]);
});

test("a person with several roles has the permissions of each of them", () => {
  expect(hasPermission(["handler", "finance"], "decide_payments")).toBe(true);
  expect(hasPermission(["handler", "finance"], "handle")).toBe(true);
  expect(hasPermission(["handler", "finance"], "erase")).toBe(false);
});

test("permissions for irreversible actions require the second factor again", () => {
  expect(permissions.filter((permission) => PERMISSIONS[permission].asks_again)).toEqual([
    "decide_payments",
    "refund",
    "erase",
    "end_restoration",
    "change_staff",
  ]);
});

test("a refusal names the permission and the roles that have it", () => {
  expect(refusalText("decide_payments")).toBe(
    "Your role doesn’t let you resolve payments. You need the role “Finance” or “Administrator”.",
  );
  expect(refusalText("handle")).toBe(
    "Your role doesn’t let you work on matters. You need the role “Handler”, “Lead” or “Administrator”.",
  );
  expect(refusalText("see_staff")).toBe(
    "Your role doesn’t let you see how colleagues sign in. You need the role “Administrator”.",
  );
});
