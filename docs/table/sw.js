// What this page asks for comes from what the browser has kept; what the table's pages ask for is answered by the worker of the tab that is open.
const VERSION = "unbuilt", FILES = {}; // tools/site_table.py writes both: of each name its bytes on the disk, and their SHA-256
const SHELL = new URL(".", location.href).pathname, APP = `${SHELL}app/`, STORE = `tapete ${SHELL} ${VERSION}`;
const ASKED_MS = 2000, TELL_MS = 100;
let owner = null;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(taken()));

// A version is fetched whole, or not at all. A later one waits until a tab starts: no match changes its rules in the middle.
async function fill() {
  const store = await caches.open(STORE), of = Object.values(FILES).reduce((a, [bytes]) => a + bytes, 0);
  if (!of) {
    for (const one of await shells()) one.postMessage({ kind: "unbuilt" });
    throw new Error("unbuilt");
  }
  let done = 0, told = 0;
  const tell = async () => {
    if (performance.now() - told < TELL_MS && done < of) return;
    told = performance.now();
    for (const one of await shells()) one.postMessage({ kind: "fetched", done, of });
  };
  for (const [name, [, sum]] of Object.entries(FILES)) {
    const answer = await fetch(SHELL + name, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const counted = new TransformStream({ transform(piece, on) { done += piece.byteLength; tell(); on.enqueue(piece); } });
    const content = await new Response(answer.body.pipeThrough(counted)).arrayBuffer();
    if (await sumOf(content) !== sum) throw new Error(`${name} is not of this version`); // the site is being replaced, or it came in parts
    await store.put(SHELL + name, new Response(content, { headers: { "content-type": answer.headers.get("content-type") ?? "" } }));
  }
}

async function sumOf(content) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

async function taken() {
  for (const name of await caches.keys()) if (name.startsWith(`tapete ${SHELL} `) && name !== STORE) await caches.delete(name);
  await self.clients.claim();
}

async function shells() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((one) => [SHELL, `${SHELL}index.html`].includes(new URL(one.url).pathname));
}

// The tab that has the table. This program may have been put to sleep since it was told: then it asks.
async function theOwner() {
  const open = await shells(), known = open.find((one) => one.id === owner);
  if (known) return known;
  const answers = open.map((one) => new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => go(one);
    one.postMessage({ kind: "owner?" }, [port2]);
  }));
  const found = await Promise.race([...answers, new Promise((go) => setTimeout(go, ASKED_MS))]);
  owner = found?.id ?? null;
  return found;
}

self.addEventListener("message", ({ data, source }) => {
  if (data.kind === "owner") owner = source.id;
  if (data.kind === "begin") self.skipWaiting(); // a tab that has the table to itself has not begun yet
});

async function ours(request) {
  const name = new URL(request.url).pathname.slice(SHELL.length) || "index.html";
  return (await (await caches.open(STORE)).match(SHELL + name)) ?? fetch(request);
}

async function fromTable({ request }) {
  const { pathname, search } = new URL(request.url);
  if (request.mode === "navigate" && request.destination === "document") return Response.redirect(`${SHELL}#${pathname.slice(APP.length - 1)}${search}`, 303);
  const client = await theOwner();
  if (!client) return new Response("Tapete is not open. / Tapete no está abierto.", { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const origin = request.mode === "navigate" ? "null" : location.origin; // who sends a form is not said here: its own token decides
  const { port1, port2 } = new MessageChannel();
  let feed;
  const stream = new ReadableStream({
    start(on) { feed = on; },
    cancel() {
      port1.onmessage = null; // nobody takes the rest
      port1.postMessage({ kind: "gone" });
    },
  });
  return new Promise((go) => {
    port1.onmessage = ({ data }) => {
      if (data.kind === "start") go(new Response([204, 205, 304].includes(data.status) ? null : stream, { status: data.status, headers: data.headers.filter(([name]) => name !== "content-length") }));
      else if (data.kind === "piece") feed.enqueue(data.piece);
      else {
        port1.close();
        if (data.kind === "end") return feed.close();
        feed.error(new Error("the table gave no answer"));
        go(Response.error());
      }
    };
    client.postMessage({ kind: "asked", method: request.method, url: request.url, origin, headers: [...request.headers], body }, [port2, ...(body ? [body] : [])]);
  });
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || !pathname.startsWith(SHELL)) return;
  event.respondWith(pathname.startsWith(APP) ? fromTable(event) : ours(event.request));
});
