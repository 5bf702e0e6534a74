import { vi } from "vitest";

/** Remix's links and forms need the manifest of a build; the router's, which they wrap, render the same HTML. */
vi.mock("@remix-run/react", async (load) => {
  const { Link, NavLink, Form } = await import("react-router-dom");
  return { ...(await load<object>()), Link, NavLink, Form };
});
