// Links: the text and the question, compressed, after the `#` of the address.

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
