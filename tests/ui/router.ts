import { vi } from "vitest";

/**
 * Replaces Remix's links and forms, which need a build manifest, with the router's, which render
 * the same HTML.
 */
vi.mock("@remix-run/react", async (load) => {
  const { Link, NavLink, Form } = await import("react-router-dom");
  return { ...(await load<object>()), Link, NavLink, Form };
});
