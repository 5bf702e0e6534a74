/** Health check. The header distinguishes our response from that of a proxy or Wi-Fi portal. */
export const HEALTH = { path: "/healthz", header: "X-Service" } as const;
