/**
 * Roles and permissions of staff. Every page and action of the back office requires a permission
 * (tests/security/guards.test.ts).
 */

export const STAFF_ROLES = ["handler", "lead", "finance", "read_only", "administrator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  handler: "Handler",
  lead: "Lead",
  finance: "Finance",
  read_only: "Read only",
  administrator: "Administrator",
};

type Rule = {
  /** Text that completes the sentence "Your role doesn’t let you …". */
  to: string;
  /** Roles that have the permission. "all" includes staff who have no role. */
  roles: readonly StaffRole[] | "all";
  /** True for actions that cannot be undone, for which staff must use their second factor again. */
  asks_again?: true;
};

const RULES = {
  enter: { to: "enter the back office", roles: "all" },
  look: { to: "see matters, people and firms", roles: STAFF_ROLES },
  handle: { to: "work on matters", roles: ["handler", "lead", "administrator"] },
  keep_firms: { to: "change firms and offices", roles: ["handler", "lead", "administrator"] },
  retire_firms: {
    to: "retire or restore law firms and lawyer groups",
    roles: ["lead", "administrator"],
  },
  manage_work: {
    to: "see everyone’s workload and assign matters in bulk",
    roles: ["lead", "administrator"],
  },
  put_right: { to: "correct decisions and orders", roles: ["lead", "administrator"] },
  see_payments: { to: "see “Payments to look at”", roles: ["lead", "finance", "administrator"] },
  decide_payments: {
    to: "resolve payments",
    roles: ["finance", "administrator"],
    asks_again: true,
  },
  refund: { to: "refund payments", roles: ["finance", "administrator"], asks_again: true },
  keep_invoices: { to: "see and record invoices", roles: ["finance", "administrator"] },
  handle_privacy: {
    to: "answer people’s requests about their data",
    roles: ["lead", "administrator"],
  },
  erase: { to: "erase a person", roles: ["lead", "administrator"], asks_again: true },
  end_restoration: {
    to: "turn sending and ordering back on after a restore",
    roles: ["administrator"],
    asks_again: true,
  },
  operate: {
    to: "see the service status and manage its jobs",
    roles: ["lead", "administrator"],
  },
  see_staff: { to: "see how colleagues sign in", roles: ["administrator"] },
  change_staff: { to: "change staff accounts", roles: ["administrator"], asks_again: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof RULES;

/** Permissions that no one has without a role. Every role has the permission `look`. */
export type RolePermission = Exclude<Permission, "enter">;

export const PERMISSIONS: Readonly<Record<Permission, Rule>> = RULES;

/** Returns true if at least one of the roles has the permission. */
export function hasPermission(roles: readonly StaffRole[], permission: Permission): boolean {
  const allowed = PERMISSIONS[permission].roles;
  return allowed === "all" || roles.some((role) => allowed.includes(role));
}

/** Lists all permissions that these roles have. */
export function listAllowed(roles: readonly StaffRole[]): Permission[] {
  return Object.keys(RULES)
    .filter(isPermission)
    .filter((permission) => hasPermission(roles, permission));
}

/** Returns the text that explains why someone does not have a permission, for buttons and pages. */
export function refusalText(permission: Permission): string {
  const { to, roles } = PERMISSIONS[permission];
  return `Your role doesn’t let you ${to}. ${roles === "all" ? "" : whoMay(roles)}`.trim();
}

function whoMay(roles: readonly StaffRole[]) {
  const names = roles.map((role) => `“${ROLE_NAMES[role]}”`);
  const last = names.pop();
  return names.length > 0
    ? `You need the role ${names.join(", ")} or ${last}.`
    : `You need the role ${last}.`;
}

function isPermission(name: string): name is Permission {
  return Object.hasOwn(RULES, name);
}
