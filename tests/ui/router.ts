import { vi } from "vitest";

/** Remix's links and forms need a build manifest. The router's components render the same HTML. */
vi.mock("@remix-run/react", async (load) => {
  const { Link, NavLink, Form } = await import("react-router-dom");
  return { ...(await load<object>()), Link, NavLink, Form };
});
