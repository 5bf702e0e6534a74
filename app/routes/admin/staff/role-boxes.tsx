import { PERMISSIONS, ROLE_NAMES, STAFF_ROLES, type StaffRole } from "#app/domain/staff/roles.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";

export function RoleBoxes({ fields }: { fields: Record<StaffRole, AnyField> }) {
  return (
    <fieldset className="stack">
      <legend className="label">Roles</legend>
      {STAFF_ROLES.map((role) => (
        <Checkbox key={role} {...fieldProps(fields[role])} hint={`Can ${listDoings(role)}`}>
          {ROLE_NAMES[role]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function listDoings(role: StaffRole) {
  return Object.values(PERMISSIONS)
    .flatMap(({ roles, to }) => (roles !== "all" && roles.includes(role) ? [to] : []))
    .join("; ");
}
