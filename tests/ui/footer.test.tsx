import { expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { Footer } from "#app/ui/footer.tsx";
import { attribute, render, tags } from "./render.tsx";

test.each([
  { hasDoubles: true, linked: [paths.mocks.postbox(), paths.mocks.home()] },
  { hasDoubles: false, linked: [] },
])(
  "the footer links to the doubles and their post-box only if the doubles run (hasDoubles: $hasDoubles)",
  async (root) => {
    const html = await render(<Footer />, { root: { hasDoubles: root.hasDoubles } });
    const linked = tags(html, "a").map((tag) => attribute(tag, "href") ?? "");
    expect(linked.filter((to) => to.startsWith("/mocks"))).toEqual(root.linked);
  },
);
