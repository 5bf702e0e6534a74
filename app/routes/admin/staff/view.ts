import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { ROLE_NAMES } from "#app/domain/staff/roles.ts";
import type { StaffMember } from "#app/domain/staff/staff.server.ts";

export const FETCH_FAILURE = "There was an error while reading the staff list";

export type MemberView = ReturnType<typeof memberView>;

export function memberView(member: StaffMember) {
  const { id, email, roles, passkeys, has_totp, sessions, last_signed_in_at, last_seen_at } =
    member;
  const factors = [
    passkeys > 0 ? pluralise(passkeys, "passkey") : null,
    has_totp ? "authenticator app" : null,
  ];
  return {
    id,
    name: fullName(member),
    email,
    role_names: roles.map(({ role }) => ROLE_NAMES[role]).join(", ") || "None",
    roles: roles.map(({ role, given_at, given_by }) => ({
      role: ROLE_NAMES[role],
      since: adminDate(given_at),
      by: given_by,
    })),
    factors: factors.filter(Boolean).join(", ") || "None",
    has_factor: passkeys > 0 || has_totp,
    sessions,
    last_signed_in: last_signed_in_at && adminMoment(last_signed_in_at),
    last_seen: last_seen_at && adminMoment(last_seen_at),
    status: statusText(member),
    is_deactivated: member.deactivated_at !== null,
  };
}

function statusText({ active, deactivated_at }: StaffMember) {
  if (deactivated_at) return `Deactivated on ${adminDate(deactivated_at)}`;
  return active ? "Active" : "Not signed in yet";
}
