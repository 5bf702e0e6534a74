import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";

/**
 * Permissions of the signed-in member of staff. They only hide links and buttons; the guards on the
 * server enforce them.
 */
export const PermissionsContext = createContext<readonly Permission[]>([]);

export function useHasPermission(needs: Permission): boolean {
  return useContext(PermissionsContext).includes(needs);
}

export function IfPermitted({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useHasPermission(needs) ? children : null;
}
