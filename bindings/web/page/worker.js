// The worker: asks the engine, and goes on with a job slice by slice. The page stops it by ending it.
"use strict";

// A slice should take this long, in milliseconds: short enough for progress, long enough to lose nothing.
const SHORTEST = 40;
const LONGEST = 160;

let engine;

function bytesAt(place) {
  return new Uint8Array(engine.memory.buffer, place >>> 0, engine.length());
}

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = engine.question(bytes.length);
  new Uint8Array(engine.memory.buffer, place >>> 0, bytes.length).set(bytes);
  const answer = engine.ask();
  return JSON.parse(new TextDecoder().decode(bytesAt(answer)));
}

// What the engine says of its own fault. Without a word, the memory is used up.
function fault(error) {
  const words = new TextDecoder().decode(bytesAt(engine.fault()));
  return words || `The engine stopped, perhaps because it ran out of memory (${error.message}).`;
}

function work(id, request) {
  let nodes = 4096;
  let begun = performance.now();
  let answer = ask({ ...request, nodes });
  while (answer.status === "running") {
    const took = performance.now() - begun;
    if (took < SHORTEST) nodes = Math.min(nodes * 2, 2 ** 31);
    if (took > LONGEST) nodes = Math.max(nodes / 2, 16);
    postMessage({ id, progress: answer });
    begun = performance.now();
    answer = ask({ do: "more", nodes });
  }
  return answer;
}

onmessage = ({ data: { module, id, request } }) => {
  if (module) {
    engine = new WebAssembly.Instance(module, {}).exports;
    return;
  }
  try {
    postMessage({ id, answer: work(id, request) });
  } catch (error) {
    postMessage({ id, answer: { status: "bug", message: fault(error) } });
  }
};
