/** Health check. The header tells our response from a proxy's or Wi-Fi portal's. */
export const HEALTH = { path: "/healthz", header: "X-Service" } as const;
