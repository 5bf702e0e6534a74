import { redact } from "./redact.ts";

/** Puts a redactor between the process and its output, for what others write there: it loses addresses and tokens. */
export function quietConsole(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    Object.assign(stream, {
      write: (chunk: unknown, ...rest: unknown[]): unknown =>
        Reflect.apply(write, stream, [
          typeof chunk === "string" ? redact(chunk, Infinity) : chunk,
          ...rest,
        ]),
    });
  }
}
