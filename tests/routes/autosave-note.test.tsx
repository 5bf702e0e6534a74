import "#tests/ui/router.ts";
import { expect, test, vi } from "vitest";
import { AutosaveNote } from "#app/routes/onboarding/welcome-page.tsx";
import { render, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/ui/hydrated.ts", () => ({ useHydrated: () => hydrated }));
let hydrated = false;

test.each([
  ["off", "We’ll save your answers when you select Continue."],
  ["on", "We’ll save your answers as you go."],
])("the autosave note with scripts %s says “%s” (WCAG 3.3.7)", async (...row) => {
  const [scripts, said] = row;
  hydrated = scripts === "on";
  const html = await render(
    <p>
      <AutosaveNote />
    </p>,
  );
  expect(visibleText(html)).toBe(said);
});
