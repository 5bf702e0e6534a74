import { clientIp } from "#app/limits/limits.server.ts";

/** From where somebody signs in: a few words about the browser, and the network address. No more is kept. */
export type Seen = { device: string; network: string };

/** What a request tells of the browser and the network that it comes from. */
export function readSeen(request: Request): Seen {
  return {
    device: deviceText(request.headers.get("User-Agent") ?? ""),
    network: clientIp(request),
  };
}

/** The first that a browser names itself by: those below call themselves by the names of others too. */
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

/** "Firefox on Windows", by what a browser says of itself, which may be anything. */
export function deviceText(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? "A browser";
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}
