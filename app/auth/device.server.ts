import { clientIp } from "#app/limits/limits.server.ts";

/** Device and IP address of a sign-in. Nothing else is stored. */
export type SignInDevice = { device: string; ip_address: string };

export function readDevice(request: Request): SignInDevice {
  return {
    device: deviceText(request.headers.get("User-Agent") ?? ""),
    ip_address: clientIp(request),
  };
}

/** Browsers in a fixed order, because each also names those below it in its user agent. */
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

/** Returns "Firefox on Windows". The user agent can contain anything. */
export function deviceText(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? "A browser";
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
