import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/**
 * Proxies a database. After a cut, open connections receive neither data nor an error, as
 * after a failover. New connections work.
 *
 * @param url of a server that listens on a socket
 */
export async function startLossyProxy(url: string) {
  const { searchParams, pathname } = new URL(url);
  const socket = join(searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const open = new Set<Socket>();
  const line = createServer((client) => {
    const server = connect(socket);
    open.add(server);
    client.pipe(server).pipe(client);
    for (const end of [client, server]) {
      end.on("error", () => undefined);
      end.on("close", () => {
        open.delete(server);
        client.destroy();
        server.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const breakConnections = () => open.forEach((server) => server.destroy());
  const address = line.address();
  const port = typeof address === "object" ? address?.port : "";
  return {
    url: `postgres://app@127.0.0.1:${port}${pathname}`,
    loseAnswers() {
      for (const server of open) server.unpipe().resume();
    },
    stop() {
      line.close();
      breakConnections();
    },
  };
}
