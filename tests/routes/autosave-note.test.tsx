import "#tests/ui/router.ts";
import { expect, test, vi } from "vitest";
import { AutosaveNote } from "#app/routes/onboarding/welcome-page.tsx";
import { render, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/ui/hydrated.ts", () => ({ useHydrated: () => hydrated }));
let hydrated = false;

test.each([
  [false, "We’ll save your answers when you select Continue."],
  [true, "We’ll save your answers as you go."],
])(
  "the autosave note explains when answers are saved, with scripts running: %s (WCAG 3.3.7)",
  async (...row) => {
    const [scripts, said] = row;
    hydrated = scripts;
    const html = await render(
      <p>
        <AutosaveNote />
      </p>,
    );
    expect(visibleText(html)).toBe(said);
  },
);
