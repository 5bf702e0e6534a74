import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";

/** What whoever reads the page may do. A page offers nothing else; the guards refuse it whatever is offered. */
export const Allowed = createContext<readonly Permission[]>([]);

/** Whether whoever reads the page may do it. */
export function useMay(needs: Permission): boolean {
  return useContext(Allowed).includes(needs);
}

/** What only those see who may do it. */
export function IfMay({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useMay(needs) ? children : null;
}
