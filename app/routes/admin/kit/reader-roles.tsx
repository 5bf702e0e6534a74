import { createContext, type ReactNode, useContext } from "react";
import { may, type Permission, type StaffRole } from "#app/domain/staff/roles.ts";

/** The roles of whoever reads the page. A page offers nothing that they may not do; the guards refuse it whatever is offered. */
export const ReaderRoles = createContext<readonly StaffRole[]>([]);

/** Whether whoever reads the page may do it. */
export function useMay(needs: Permission): boolean {
  return may(useContext(ReaderRoles), needs);
}

/** What only those see who may do it. */
export function IfMay({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useMay(needs) ? children : null;
}
