// Serves the page from its sources and the built module from another folder, as `botpit view` does.

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** What the page lets a browser do; its workers learn of it from the server alone. */
const POLICY = /"Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(new URL("../page/index.html", import.meta.url), "utf8"))[1];
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** Serves the folders, the first that has a file wins, and `extra` files by name. */
export async function serveFolders(folders, extra = new Map()) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = normalize(decodeURIComponent(pathname)).replace(/^\/+/, "") || "index.html";
    const path = extra.get(name) ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path) && statSync(path).isFile());
    if (!path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": POLICY });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}
