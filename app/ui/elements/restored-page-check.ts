/**
 * Hides a page restored by Back until the server confirms the same reader, or reloads it.
 * An inline script (ui/document.tsx) hides pages from the browser’s cache.
 */
export function checkRestoredPages() {
  const { reader } = document.body.dataset;
  const address = document.body.dataset.session;
  if (!reader || !address) return;
  addEventListener("pagehide", () => hide(true));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check(address, reader);
  });
  if (document.documentElement.hasAttribute(UNCHECKED)) void check(address, reader);
}

const UNCHECKED = "data-unchecked";

function hide(isUnchecked: boolean) {
  document.documentElement.toggleAttribute(UNCHECKED, isUnchecked);
}

async function check(address: string, reader: string) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (answer.ok && (await answer.text()) === reader) {
      hide(false);
      return;
    }
  } catch {
    // The page stays hidden if the service does not answer.
  }
  // A reload would submit a form again.
  location.replace(location.pathname + location.search);
}
