/**
 * Path of the health check, and a header that shows that the response comes from us and not from a
 * proxy or a Wi-Fi login page.
 */
export const HEALTH = { path: "/healthz", header: "X-Service" } as const;
