/** Where a browser and a balancer ask whether the service answers. The header tells its answer from a proxy's or a Wi-Fi's. */
export const HEALTH = { path: "/healthz", header: "X-Service" } as const;
