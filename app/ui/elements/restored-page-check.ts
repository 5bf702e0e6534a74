/**
 * Hides a page that Back restores until the server confirms that the same reader is signed in.
 * Otherwise loads the page again. An inline script (ui/document.tsx) hides a page that the
 * browser loads from its HTTP cache.
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
    // If the service does not answer, the page stays hidden.
  }
  // `location.reload()` could submit a form again.
  location.replace(location.pathname + location.search);
}
