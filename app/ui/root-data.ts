import { useRouteLoaderData } from "@remix-run/react";
import type { Company } from "#app/platform/company.ts";

/** A message to the visitor about what they have just done, carried over one redirect. */
export type FlashMessage = {
  kind: "success" | "error" | "info" | "warning";
  title: string;
  description?: string;
  /** How long a success stays as a toast; 10 when not said (V-019). */
  seconds?: number;
};

/** What every page may know. */
export type RootData = {
  flash: FlashMessage | null;
  supportEmail: string;
  company: Company;
  /** Of the service itself, for addresses that leave the page: canonical links, pictures for sharing. */
  appUrl: string;
  requestId: string;
  /** Whether a double stands in for some third party, and shows what it does at /mocks. */
  hasDoubles: boolean;
};

/** The root loader's data; undefined on a page for an address that nothing answers, and when the loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

export function useSupportEmail(): string | undefined {
  return useRootData()?.supportEmail;
}
