import { createContext, type ReactNode, useContext } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";

/** Permissions of the reader. They hide links and buttons only; the guards enforce them. */
export const Allowed = createContext<readonly Permission[]>([]);

export function useMay(needs: Permission): boolean {
  return useContext(Allowed).includes(needs);
}

export function IfMay({ needs, children }: { needs: Permission; children: ReactNode }) {
  return useMay(needs) ? children : null;
}
