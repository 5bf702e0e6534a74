import { redact } from "./redact.ts";

/** Redacts email addresses and tokens in everything that libraries print to the console. */
export function redactConsole(): void {
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
