// A front end without a framework: node server.mjs [TABLE], then open the address that it says. TABLE is that of `tapete play`.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Readable } from "node:stream";

const table = process.argv[2] ?? "http://127.0.0.1:8765";
const files = {
  "/": ["page.html", "text/html; charset=utf-8"],
  "/page.mjs": ["page.mjs", "text/javascript"],
  "/tapete.mjs": ["../../index.mjs", "text/javascript"],
};

const server = createServer(async (asked, answer) => {
  const here = `127.0.0.1:${server.address().port}`; // who asks by another name, or from another page, is not let in
  const foreign = asked.headers.host !== here || !["same-origin", "none", undefined].includes(asked.headers["sec-fetch-site"]);
  if (foreign) return answer.writeHead(403).end();
  if (files[asked.url]) {
    const [name, type] = files[asked.url];
    return answer.writeHead(200, { "content-type": type }).end(await readFile(new URL(name, import.meta.url)));
  }
  if (!/^\/(api|match)\//.test(asked.url)) return answer.writeHead(404).end();
  const gone = new AbortController();
  answer.once("close", () => gone.abort());
  try {
    const body = asked.method === "POST" ? { body: Readable.toWeb(asked), duplex: "half" } : {};
    const headers = { "content-type": asked.headers["content-type"] ?? "application/json" };
    const said = await fetch(table + asked.url, { method: asked.method, headers, signal: gone.signal, ...body });
    answer.writeHead(said.status, { "content-type": said.headers.get("content-type") ?? "application/json" });
    for await (const piece of said.body) answer.write(piece);
    answer.end();
  } catch (why) {
    (answer.headersSent ? answer : answer.writeHead(502)).end(`${table}: ${why.cause ?? why}`);
  }
});
server.listen(Number(process.env.PORT ?? 8700), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
