// A client of the referee protocol: `Pipe` starts `tapete referee`, `Table` speaks to a table over HTTP, in Node and in a browser.

/** What the referee refuses: `refusals` says why, each with its clause and its sentence in every language. */
export class Refused extends Error {
  constructor(refusals) {
    super(refusals.map((one) => `${one.text.en}${one.clause ? ` (${one.clause})` : ""}`).join("\n"));
    this.name = "Refused";
    this.refusals = refusals;
  }
}

function told(answer) {
  if (!answer.ok) throw new Refused(answer.refusals);
  const { id, ok, ...rest } = answer;
  return rest;
}

/** What a match on a pipe and a match on a table share. */
class Speaker {
  do(action, how = {}) { return this._say({ do: action, ...moment(how) }); }
  check(action, how = {}) { return this._say({ check: action, ...moment(how) }); }
  jump(to, how = {}) { return this._say({ jump: to, ...moment(how) }); }
  async ask(question, seat) { return (await this._ask({ ask: question, ...(seat == null ? {} : { seat }) }))[question]; }
  async legal(seat, draft) {
    return (await this._ask({ ask: "legal", ...(seat == null ? {} : { seat }), ...(draft ? { draft } : {}) })).legal;
  }
}

const moment = ({ expectedSeq }) => (expectedSeq == null ? {} : { expected_seq: expectedSeq });

/** A match on a pipe; made by `Pipe.start`. */
export class Match extends Speaker {
  constructor(pipe, game) {
    super();
    this.game = game;
    this._say = this._ask = (request) => pipe.say(request);
  }
  undo(steps = 1, how = {}) { return this._say({ undo: steps, ...moment(how) }); }
  redo(steps = 1, how = {}) { return this._say({ redo: steps, ...moment(how) }); }
  deal(seat, hand) { return this._say({ deal: { seat, hand } }); }
  play(seat, how = {}) { return this._say({ play: { seat, ...how } }); }
  async suggest(seat, how = {}) { return (await this._say({ ask: "suggest", seat, ...how })).suggest; }
}

/** A child process that speaks the protocol, one match at a time. */
export class Pipe {
  /** Start one. `command` is the program with its arguments. */
  static async open({ command = ["tapete", "referee"] } = {}) {
    const { spawn } = await import("node:child_process");
    const { createInterface } = await import("node:readline");
    const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    const pipe = new Pipe();
    pipe._child = child;
    pipe._waiting = [];
    pipe._ended = new Promise((ended) => child.once("close", ended));
    const fail = (why) => { pipe._failed ??= why; for (const one of pipe._waiting.splice(0)) one.reject(why); };
    child.stdin.on("error", fail);
    child.once("close", () => fail(new Error("the referee has ended")));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const one = pipe._waiting.shift();
      try { one.resolve(told(JSON.parse(line))); } catch (why) { one.reject(why); }
    });
    await new Promise((begun, no) => { child.once("spawn", begun); child.once("error", (why) => { fail(why); no(why); }); });
    return pipe;
  }
  /** Send a request as it stands; resolves to its answer, and rejects with `Refused`. */
  say(request) {
    if (this._failed) return Promise.reject(this._failed);
    return new Promise((resolve, reject) => {
      this._waiting.push({ resolve, reject });
      this._child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }
  async hello() { return (await this.say({ hello: {} })).hello; }
  async start(game, how = {}) {
    await this.say({ start: { game, ...how } });
    return new Match(this, game);
  }
  async close() {
    if (!this._failed) await this.say({ stop: {} });
    await this._ended;
  }
}

/** A match that is played at a table (`tapete play`), over HTTP. */
export class Table extends Speaker {
  /** `url` is the table's address, `match` the match's name there; `key` acts for one seat, and is not needed on the table's computer. */
  constructor({ url = "", match, seat, key }) {
    super();
    this._place = `${url}/api/match/${encodeURIComponent(match)}`;
    this._stream = `${url}/match/${encodeURIComponent(match)}${seat ? `/seat/${seat}` : ""}/events`;
    this._head = key ? { authorization: `Bearer ${key}` } : {};
  }
  undo(how = {}) { return this._say({ undo: 1, ...moment(how) }); }
  redo(how = {}) { return this._say({ redo: 1, ...moment(how) }); }
  static async matches({ url = "", key } = {}) {
    const head = key ? { authorization: `Bearer ${key}` } : {};
    return told(await (await fetch(`${url}/api/matches`, { headers: head })).json()).matches;
  }
  async _say(request) {
    const headers = { ...this._head, "content-type": "application/json" };
    return told(await (await fetch(this._place, { method: "POST", headers, body: JSON.stringify(request) })).json());
  }
  async _ask({ draft, ...query }) {
    const asked = new URLSearchParams({ ...query, ...(draft ? { draft: JSON.stringify(draft) } : {}) });
    return told(await (await fetch(`${this._place}?${asked}`, { headers: this._head })).json());
  }
  /** What is streamed: `picture` says that something is new, `here` that nothing is. Ends with the stream, or with `signal`. */
  async *events({ signal } = {}) {
    const answer = await fetch(this._stream, { headers: this._head, signal });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    let rest = "";
    for await (const piece of pieces(answer.body.pipeThrough(new TextDecoderStream()))) {
      const parts = (rest + piece).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const said = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s)));
        if (said.event) yield { ...(said.id ? { id: Number(said.id) } : {}), event: said.event, data: JSON.parse(said.data) };
      }
    }
  }
}

async function* pieces(stream) { // browsers do not all iterate streams
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
