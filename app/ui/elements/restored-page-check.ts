import { readMember } from "#app/platform/read-member.ts";

/**
 * Hides a page that Back restores, until the server confirms that the same reader is signed in.
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
  addEventListener("input", () => {
    if (readTypist() !== reader) {
      history.replaceState(Object.assign({}, history.state, { reader }), "");
    }
  });
}

/**
 * Returns the user who typed into this history entry. Chromium restores typed values even to a page
 * that it has requested again, perhaps for another user.
 */
function readTypist(): unknown {
  return readMember(history.state, "reader");
}

const UNCHECKED = "data-unchecked";

function hide(isUnchecked: boolean) {
  document.documentElement.toggleAttribute(UNCHECKED, isUnchecked);
}

/** Focuses an open dialog. A dialog that opens while the page is hidden can't take the focus. */
function focusDialog() {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("dialog[open] [data-route-focus]")?.focus();
}

async function check(address: string, reader: string) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    const isReader = answer.ok && (await answer.text()) === reader;
    if (isReader && (readTypist() ?? reader) === reader) {
      hide(false);
      focusDialog();
      return;
    }
  } catch {
    // The service did not answer, so the page stays hidden and is loaded again below.
  }
  // `location.reload()` could submit a form again.
  location.replace(location.pathname + location.search);
}
