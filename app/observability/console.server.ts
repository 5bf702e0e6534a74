import { redact } from "./redact.ts";

/** remix-serve's own log line, with the whole URL in it: "GET /authenticate?token=… 200 - - 3.1 ms". */
const remixServeLine = /^[A-Z]+ \/\S* (?:\d{3}|-) (?:\d+|-) - (?:[\d.]+|-) ms\n$/;

/**
 * Puts a redactor between the process and its output, for what others write there: remix-serve's line is left out
 * (the access log has a better one), everything else loses addresses and tokens.
 */
export function quietConsole(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    Object.assign(stream, {
      write: (chunk: unknown, ...rest: unknown[]): unknown => {
        if (typeof chunk !== "string") return Reflect.apply(write, stream, [chunk, ...rest]);
        if (remixServeLine.test(chunk)) return true;
        return Reflect.apply(write, stream, [redact(chunk), ...rest]);
      },
    });
  }
}
