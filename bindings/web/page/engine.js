// Engines: workers with the WebAssembly module. Each answers one question at a time, and can be stopped at once.

const module = (async () => {
  // The page is drawn first.
  await new Promise((resolve) => setTimeout(resolve));
  const { textContent, dataset } = document.getElementById("engine");
  const packed = Uint8Array.from(atob(textContent), (c) => c.charCodeAt(0));
  return WebAssembly.compile(unpack(packed, Number(dataset.size)));
})();

const workerSource = URL.createObjectURL(
  new Blob([document.getElementById("worker-source").textContent], { type: "text/javascript" }),
);

class Engine {
  #worker = null;
  #asked = new Map();
  #next = 0;

  // A promise of the answer. `onProgress` hears how far it is.
  async ask(request, onProgress = () => {}) {
    const id = this.#next++;
    const answer = new Promise((resolve) => this.#asked.set(id, { resolve, onProgress }));
    const compiled = await module;
    if (this.#asked.has(id)) {
      this.#worker ??= this.#begin(compiled);
      this.#worker.postMessage({ id, request });
    }
    return answer;
  }

  #begin(compiled) {
    const worker = new Worker(workerSource);
    worker.onmessage = ({ data: { id, progress, answer } }) => {
      const asked = this.#asked.get(id);
      if (progress) asked?.onProgress(progress);
      if (!answer) return;
      this.#asked.delete(id);
      // After a fault, the memory of the engine may be in any state.
      if (answer.status === "bug") this.stop();
      asked?.resolve(answer);
    };
    worker.postMessage({ module: compiled });
    return worker;
  }

  // Ends what is asked: its answers are `ended`. The next question begins a new worker.
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    asked.forEach(({ resolve }) => resolve({ status: "ended" }));
  }
}
