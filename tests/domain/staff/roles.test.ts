import { expect, test } from "vitest";
import {
  listAllowed,
  may,
  type Permission,
  PERMISSIONS,
  refusalText,
  type StaffRole,
} from "#app/domain/staff/roles.ts";

const permissions = Object.keys(PERMISSIONS) as Permission[];
const allowed = (role: StaffRole) => listAllowed([role]);

test("23.4 an administrator may do everything, whoever reads only may look, whoever has no role comes in and no further", () => {
  expect(allowed("administrator")).toEqual(permissions);
  expect(allowed("read_only")).toEqual(["enter", "look"]);
  expect(listAllowed([])).toEqual(["enter"]);
});

test("23.4 each of the other roles has its own", () => {
  expect(allowed("handler")).toEqual(["enter", "look", "handle", "keep_firms"]);
  expect(allowed("finance")).toEqual(["enter", "look", "see_payments", "decide_payments"]);
  expect(allowed("lead")).toEqual([
    "enter",
    "look",
    "handle",
    "keep_firms",
    "retire_firms",
    "put_right",
    "see_payments",
    "handle_privacy",
    "erase",
    "operate",
  ]);
});

test("23.4 who has several roles may do what any of them lets", () => {
  expect(may(["handler", "finance"], "decide_payments")).toBe(true);
  expect(may(["handler", "finance"], "handle")).toBe(true);
  expect(may(["handler", "finance"], "erase")).toBe(false);
});

test("23.4 the second factor is asked for again for what cannot be undone", () => {
  expect(permissions.filter((permission) => PERMISSIONS[permission].asks_again)).toEqual([
    "decide_payments",
    "erase",
    "end_restoration",
    "change_staff",
  ]);
});

test("23.4 a refusal says what may not be done, and which roles let one", () => {
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
