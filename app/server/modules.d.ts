declare module "on-headers" {
  import type { ServerResponse } from "node:http";

  export default function onHeaders(
    response: ServerResponse,
    listener: (this: ServerResponse) => void,
  ): void;
}

declare module "morgan" {
  const morgan: { format(name: string, write: () => undefined): void };
  export default morgan;
}
