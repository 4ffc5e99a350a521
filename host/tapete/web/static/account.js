// The telling of a turn: strip tells, ring counts, board moves, bar waits. A beat is a picture; what differs between two pictures moves by itself.
import { bring, calls_now, came, told_by } from "./board.js";
import { chosen, sounds } from "./comfort.js";
import { remember } from "./settling.js";

told_by((() => {
  const BLOW = 3, MOST_WAITING = 2, RESULT_MS = 3000, TABLE_MS = 20000, PACE = { calm: 1.3, usual: 1, brisk: 0.6 };
  const ALL = ["strip", "board", "news", "sheet", "bar"], FEW = ["strip", "news"];
  const still = matchMedia("(prefers-reduced-motion: reduce)"), page = document.getElementById("main"), kept = new Set();
  let told = newest(document.getElementById("account")).number, accounts = [], which = 0, at = 0, timer = 0, open = "", asked = 0;

  function newest(zone) {
    const said = zone?.querySelector("[data-account]")?.dataset ?? {};
    return { number: Number(said.account ?? 0), weight: Number(said.weight ?? 0) };
  }

  const read = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    return made.content;
  };
  const pace = () => chosen.pace ?? "usual";
  const atTable = () => document.body.classList.contains("at-table");
  const atOnce = () => still.matches || document.hidden || pace() === "result" || document.body.classList.contains("is-lost");

  // ---- what arrives

  // A picture that brings a new account waits until it is told. What happened before the page was opened is not told by itself.
  function hears(html, opens) {
    const said = newest(read(html)), after = told;
    told = said.number;
    if (told <= after || pace() === "off") return;
    if (said.weight >= BLOW || opens) hold("blow");
    else if (!open) hold("light");
    tell(after);
  }

  async function tell(after, again = false) {
    const mine = again ? ++asked : asked;
    try {
      const answer = await fetch(`${page.dataset.place}/account?after=${after}`, { headers: { "Page-Language": document.documentElement.lang } });
      const came_ = await answer.json();
      if (mine !== asked) return;
      const idle = !accounts.length, waits = idle ? false : isLast();
      const last = accounts.at(-1)?.number ?? 0; // two answers may tell the same
      accounts.push(...(again ? came_.accounts.slice(0, 1) : came_.accounts.filter((one) => one.number > last)));
      if (!idle || accounts.length > MOST_WAITING + 1) gather(idle ? 0 : which + 1);
      Object.assign(page.dataset, { newest: accounts.at(-1)?.number ?? 0, waiting: accounts.length - 1 - (idle ? 0 : which) });
      if (!accounts.length) return close();
      if (accounts.some((one, place) => place >= which && one.blow)) hold("blow");
      if (atOnce()) go(accounts.length - 1, Infinity);
      else if (idle) go(0, 0);
      else if (waits) stand();
    } catch {
      close(); // the picture that came says it all
    }
  }

  // Robots are quicker than readers: at most two accounts wait. Those before the last become one, in which of a robot's turn the result is told.
  function gather(first) {
    const early = accounts.slice(first, -1);
    if (early.length < MOST_WAITING) return;
    const beats = early.flatMap((one) => one.robot && !one.gathered ? one.beats.slice(-1) : one.beats);
    const one = { ...early.at(-1), gathered: true, robot: false, blow: early.some((one) => one.blow), hands: early.flatMap((one) => one.hands), beats };
    accounts.splice(first, early.length, one);
  }

  function hold(how) {
    if (open === "blow") return;
    open = how;
    document.body.classList.add("is-telling");
    document.body.classList.toggle("is-blow", how === "blow");
  }

  const holds = (id) => {
    const held = (open === "blow" ? ALL : open ? FEW : []).includes(id);
    if (held) kept.add(id);
    return held;
  };

  // ---- one beat

  const beats = () => accounts[which].beats;
  const isLast = () => which === accounts.length - 1 && at === beats().length - 1;

  function go(account, place) {
    const from = which === account && at === place - 1;
    which = Math.max(0, Math.min(accounts.length - 1, account));
    at = Math.max(0, Math.min(beats().length - 1, place));
    draw(from || (at === 0 && !atOnce()));
    stand();
  }

  function stand() {
    clearTimeout(timer);
    const one = beats()[at], last = at === beats().length - 1, rate = PACE[pace()] ?? 1;
    const ms = Math.max(one.hold * rate, last ? RESULT_MS : 0);
    if (!isLast()) timer = setTimeout(next, ms);
    else if (open !== "blow") timer = setTimeout(close, ms);
    else if (atTable() && !accounts[which].over) timer = setTimeout(close, Math.max(TABLE_MS, ms));
  }

  const next = () => at < beats().length - 1 ? go(which, at + 1) : which < accounts.length - 1 ? go(which + 1, 0) : 0;
  const result = () => go(which, beats().length - 1);

  function draw(moves) {
    const one = beats()[at];
    for (const id of FEW) {
      kept.add(id);
      change(document.getElementById(id), one[id]);
    }
    if (open !== "blow") return cue(one);
    if (one.board) {
      const field = document.querySelector("#board .field"), before = moves && !still.matches ? places(field) : null;
      kept.add("board");
      change(field, one.board);
      if (before) fly(field, before);
    }
    kept.add("bar");
    bar();
    cue(one);
  }

  const change = (zone, html) => Idiomorph.morph(zone, html, { morphStyle: "innerHTML" });

  function bar() {
    remember();
    const done = isLast() || at === beats().length - 1, rows = [document.createElement("div"), document.createElement("div")];
    const goes = read(came.get("strip")).getElementById("asked")?.dataset.next || page.dataset.onward;
    const add = (row, id, does, label, look = "") => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", id, className: look, textContent: label });
      button.dataset.told = does;
      rows[row].append(button);
    };
    rows[0].className = "row main";
    rows[1].className = "row";
    if (done) add(0, "b-told-on", "on", isLast() ? goes : page.dataset.onward, "primary");
    else add(0, "b-told-skip", "result", page.dataset.skip, "primary calm");
    if (done && accounts[which].hands.length) {
      const steps = accounts[which].hands, said = document.createElement("p");
      Object.assign(said, { className: "hands", textContent: steps.length > 1 ? `1/${steps.length} ${steps[0]}` : steps[0] });
      rows[1].append(said);
    }
    add(1, "b-told-again", "again", page.dataset.again);
    if (!done) add(1, "b-told-next", "next", page.dataset.onward);
    document.getElementById("bar").replaceChildren(...rows);
  }

  function close() {
    clearTimeout(timer);
    if (open) remember();
    asked += 1;
    [accounts, which, at, open] = [[], 0, 0, ""];
    document.body.classList.remove("is-telling", "is-blow");
    const zones = [...kept];
    kept.clear();
    for (const id of zones) bring(id, came.get(id));
    for (const id of zones) if (id === "strip") calls_now();
  }

  function does(what) {
    if (what === "next") next();
    else if (what === "again") go(which, 0);
    else if (what === "result") result();
    else if (isLast()) close();
    else next();
  }

  // ---- fingers and keys

  document.addEventListener("click", (event) => {
    const again = event.target.closest?.("[data-tell]");
    if (again && !open) {
      hold("blow");
      return tell(Number(again.dataset.tell) - 1, true);
    }
    if (!open || !accounts.length) return;
    const on = event.target.closest?.("[data-told]"), picture = event.target.closest?.(open === "blow" ? "#strip, #board, #news" : "#strip, #news .ring");
    if (!on && !picture) return;
    event.preventDefault();
    event.stopPropagation();
    if (on) does(on.dataset.told);
    else if (!isLast()) next();
    else if (open !== "blow") close();
  }, true);

  // What tells of a step stands in nobody's way: whoever goes on has read it.
  document.addEventListener("pointerdown", (event) => {
    if (open === "light" && event.target.closest?.("[data-press], [data-drawer], input")) close();
  }, true);

  document.addEventListener("keydown", (event) => {
    if (open !== "blow" || !accounts.length || event.target.matches?.("input, textarea")) return;
    const key = { " ": "next", ArrowRight: "next", ArrowLeft: "again", Escape: "result" }[event.key];
    if (!key || (event.key === " " && event.target.closest?.("[data-told]"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    does(key);
  }, true);

  document.addEventListener("visibilitychange", () => {
    if (document.hidden && accounts.length) go(accounts.length - 1, Infinity);
  });

  // ---- what differs moves

  const figure = (text) => Number(text.replace("−", "-"));

  function places(zone) {
    const found = new Map();
    for (const one of zone.querySelectorAll("[data-thing]")) found.set(one.dataset.thing, { box: one.getBoundingClientRect(), text: one.textContent });
    for (const one of zone.querySelectorAll("[data-num]")) found.set(`#${one.dataset.num}`, figure(one.textContent));
    for (const one of zone.querySelectorAll("[data-move]")) found.set(`>${one.dataset.move}`, one.getBoundingClientRect());
    return found;
  }

  function fly(zone, before) {
    const slide = (one, was, ms) => {
      const scale = one.parentNode.getScreenCTM?.()?.a || 1, now = one.getBoundingClientRect(), x = (was.left - now.left) / scale, y = (was.top - now.top) / scale;
      if (Math.hypot(x, y) * scale > 2) one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: ms, easing: "cubic-bezier(.3,.7,.2,1)" });
    };
    for (const one of zone.querySelectorAll("[data-move]")) if (before.has(`>${one.dataset.move}`)) slide(one, before.get(`>${one.dataset.move}`), 650);
    for (const one of zone.querySelectorAll("[data-thing]")) {
      const was = before.get(one.dataset.thing);
      if (was && was.text !== one.textContent) one.animate([{ opacity: 0.25 }, { opacity: 1 }], { duration: 300, easing: "ease-out" });
    }
    for (const one of zone.querySelectorAll("[data-num]")) {
      const was = before.get(`#${one.dataset.num}`), now = figure(one.textContent);
      if (was === undefined || was === now || Number.isNaN(was + now)) continue;
      count(one, was, now);
      chip(one, now - was);
    }
  }

  const COUNT_MS = 450;
  function count(one, from, to) {
    const begun = performance.now(), shown = (value) => value < 0 ? `−${-value}` : String(value);
    const step = (now) => {
      const part = Math.min(1, (now - begun) / COUNT_MS);
      one.textContent = shown(Math.round(from + (to - from) * part));
      if (part < 1 && one.isConnected) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // By how much a figure has changed, beside it for as long as the beat stands.
  function chip(one, by) {
    if (!one.ownerSVGElement) return;
    const box = one.getBBox(), high = box.height * 0.62, made = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const text = by < 0 ? `−${-by}` : `+${by}`, wide = high * (0.5 + 0.62 * text.length), x = box.x + box.width + 4, y = box.y + (box.height - high) / 2;
    made.setAttribute("class", "delta");
    made.innerHTML = `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${high / 2}"/><text x="${x + wide / 2}" y="${y + high * 0.78}" font-size="${high * 0.8}">${text}</text>`;
    one.after(made);
  }

  // ---- heard and felt

  const CUES = {
    tick: [[880, 0.05]], reveal: [[220, 0.12, 440], [660, 0.16, 880, 0.1]], slam: [[150, 0.28, 45, 0, 0.3], [90, 0.1, 40, 0, 0.1]], slide: [[240, 0.16, 180]],
    count: [[980, 0.04], [980, 0.04, 980, 0.06], [980, 0.04, 980, 0.12]], fall: [[700, 0.8, 60], [70, 0.5, 30, 0.7, 0.3]],
    win: [523, 659, 784, 1047].map((high, place) => [high, 0.3, high, place * 0.11]), void: [[300, 0.25, 90]],
  }; // from in Hz, seconds, to, how much later, how loud

  function cue(one) {
    if (chosen.sound !== "yes" || document.hidden) return;
    if (one.weight === BLOW && !atTable() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
    if (!atTable() || !sounds || sounds.state !== "running") return;
    for (const [from, seconds, to = from, later = 0, loud = 0.1] of CUES[one.cue] ?? []) {
      const note = sounds.createOscillator(), volume = sounds.createGain(), begins = sounds.currentTime + later;
      note.type = "triangle";
      note.frequency.setValueAtTime(from, begins);
      note.frequency.exponentialRampToValueAtTime(to, begins + seconds);
      volume.gain.setValueAtTime(loud, begins);
      volume.gain.exponentialRampToValueAtTime(0.0008, begins + seconds);
      note.connect(volume).connect(sounds.destination);
      note.start(begins);
      note.stop(begins + seconds);
    }
  }

  const moves = () => !still.matches && !document.hidden && pace() !== "off";

  return { hears, holds, moves, places, fly };
})());
