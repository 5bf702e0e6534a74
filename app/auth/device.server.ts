import { clientIp } from "#app/limits/limits.server.ts";

/** Device and IP address of a sign-in. We store nothing else about the device. */
export type SignInDevice = { device: string; ip_address: string };

export function readDevice(request: Request): SignInDevice {
  return {
    device: deviceText(request.headers.get("User-Agent") ?? ""),
    ip_address: clientIp(request),
  };
}

/**
 * Patterns of browsers' user agents. Their order matters, because a browser's user agent also
 * contains the names of browsers further down this list.
 */
const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
] as const;

/**
 * Returns a text such as "Firefox on Windows". The user agent is untrusted and may contain
 * anything.
 */
export function deviceText(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? "A browser";
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
