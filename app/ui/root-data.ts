import { useRouteLoaderData } from "@remix-run/react";
import type { Company } from "#app/platform/company.ts";

/** Message about the last action, carried over one redirect. */
export type FlashMessage = {
  kind: "success" | "error" | "info" | "warning";
  title: string;
  description?: string;
  /** Seconds that a success toast is shown; 10 by default (V-019). */
  seconds?: number;
};

export type RootData = {
  flash: FlashMessage | null;
  supportEmail: string;
  company: Company;
  /** Base URL of the service, for canonical links and preview images. */
  appUrl: string;
  requestId: string;
  /** True if a test double replaces a third party, with pages at /mocks. */
  hasDoubles: boolean;
};

/** Returns the root loader’s data; undefined for unmatched URLs or if the loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

export function useSupportEmail(): string | undefined {
  return useRootData()?.supportEmail;
}
