import { expect, test } from "vitest";
import { deviceText } from "#app/auth/device.server.ts";

const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.each([
  [`${MAC} Chrome/130.0.0.0 Safari/537.36`, "Chrome on Mac"],
  [`${MAC} Version/18.0 Safari/605.1.15`, "Safari on Mac"],
  [`${WINDOWS} AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, "Edge on Windows"],
  [`${WINDOWS} Gecko/20100101 Firefox/131.0`, "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/130.0 Safari/537.36", "Chrome on Linux"],
  ["curl/8", "A browser"],
  ["", "A browser"],
])("the user agent “%s” is described as “%s”", (userAgent, words) =>
  expect(deviceText(userAgent)).toBe(words),
);
