/**
 * Banners of the sign-in and sign-up pages, by the flag in the query that shows them (B-014 to
 * B-017).
 */
export const BANNERS = {
  "sign-out": { kind: "info", text: "You've been signed out." },
  account: {
    kind: "info",
    text: "It looks like you already have an account with us. Please sign in to continue.",
  },
  preventEmail: {
    kind: "warning",
    text: "Warning! Sending the Magic Link email has been disabled.",
  },
  networkError: {
    kind: "warning",
    text: "We're having trouble connecting to our servers. Please refresh the page and try again.",
  },
} as const;

export type BannerFlag = keyof typeof BANNERS;

const FLAGS = ["sign-out", "account", "preventEmail", "networkError"] as const;

/**
 * Returns the flags in the query with the value "true". Ignores flags with any other value
 * (AMB-B03).
 */
export function readBanners(query: URLSearchParams): BannerFlag[] {
  return FLAGS.filter((flag) => query.get(flag) === "true");
}
