// What is kept: the text and the question, compressed, in links after the `#` of the address; and what can be undone.

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function toLink(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return "#1" + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The state of a link; `null` if it is damaged.
async function fromLink(hash) {
  if (!hash.startsWith("#1")) return null;
  try {
    const text = atob(hash.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
    return typeof state.text === "string" ? state : null;
  } catch {
    return null;
  }
}

// Typing is one change until it pauses for this long, in milliseconds.
const PAUSE = 1000;
const MOST_CHANGES = 500;

// What can be undone and redone: moments of the page, before each change and after it.
class Changes {
  #past = [];
  #future = [];
  #typed = -Infinity;

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  // Keeps the moment before a change.
  keep(before) {
    this.#past.push(before);
    if (this.#past.length > MOST_CHANGES) this.#past.shift();
    this.#future = [];
    this.#typed = -Infinity;
  }

  // The same for what is typed, unless that goes on with what was typed before. A paste stands `alone`.
  keepTyping(before, { begins, alone }) {
    const now = performance.now();
    if (begins || alone || now - this.#typed > PAUSE) this.keep(before);
    this.#typed = alone ? -Infinity : now;
  }

  // The moment before the last change, if there is one; `now` is that of the page.
  undo(now) {
    return this.#turn(this.#past, this.#future, now);
  }

  redo(now) {
    return this.#turn(this.#future, this.#past, now);
  }

  #turn(from, to, now) {
    this.#typed = -Infinity;
    if (from.length > 0) to.push(now);
    return from.pop();
  }
}
