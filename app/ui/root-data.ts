import { useRouteLoaderData } from "@remix-run/react";
import type { Company } from "#app/platform/company.ts";

/** Message about the user’s last action, which the page after a redirect shows once. */
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
  /** Base URL of the service, for canonical URLs and preview images. */
  appUrl: string;
  requestId: string;
  /** True if a double replaces at least one third party. The doubles have pages under /mocks. */
  hasDoubles: boolean;
};

/**
 * Returns the data of the root loader; undefined if no route matches the URL or the loader failed.
 */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

export function useSupportEmail(): string | undefined {
  return useRootData()?.supportEmail;
}
