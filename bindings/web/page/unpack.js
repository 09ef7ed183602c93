// Unpacks the engine, which is packed as LZMA: a third smaller than what browsers can unpack themselves. By Igor Pavlov's *LZMA
// specification* (2015).
//
//   header (13 bytes)   range-coded bits: literal byte | match (length, distance) | one of the last four distances again
//
// Each bit has a probability of being 0, in parts of 2048, which is learnt from the bits before it at the same place.

// Where the probabilities of each kind of bit begin.
const IS_MATCH = 0;
const IS_REP = 192;
const IS_REP_0 = 204;
const IS_REP_1 = 216;
const IS_REP_2 = 228;
const IS_LONG = 240;
const SLOTS = 432;
const SPECIAL = 688;
const ALIGN = 816;
const LENGTHS = 832;
const REP_LENGTHS = 1346;
const LITERALS = 1860;

// The bits of packed bytes.
class Bits {
  constructor(packed, literals) {
    this.packed = packed;
    this.probabilities = new Uint16Array(LITERALS + 0x300 * literals).fill(1024);
    this.range = 0xffffffff;
    this.at = 18;
    this.code = ((packed[14] << 24) | (packed[15] << 16) | (packed[16] << 8) | packed[17]) >>> 0;
  }

  more() {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.packed[this.at++]) >>> 0;
  }

  bit(place) {
    const probability = this.probabilities[place];
    const bound = (this.range >>> 11) * probability;
    const isOne = this.code >= bound;
    if (isOne) {
      this.range -= bound;
      this.code -= bound;
      this.probabilities[place] = probability - (probability >> 5);
    } else {
      this.range = bound;
      this.probabilities[place] = probability + ((2048 - probability) >> 5);
    }
    this.more();
    return isOne ? 1 : 0;
  }

  // Bits that are as likely 0 as 1.
  even(count) {
    let bits = 0;
    for (; count > 0; count--) {
      this.range >>>= 1;
      const isOne = this.code >= this.range;
      if (isOne) this.code -= this.range;
      bits = bits * 2 + (isOne ? 1 : 0);
      this.more();
    }
    return bits;
  }

  // A number whose highest bit comes first.
  tree(place, count) {
    let node = 1;
    for (let i = 0; i < count; i++) node = (node << 1) | this.bit(place + node);
    return node - (1 << count);
  }

  // A number whose lowest bit comes first.
  reversed(place, count) {
    let [node, number] = [1, 0];
    for (let i = 0; i < count; i++) {
      const bit = this.bit(place + node);
      node = (node << 1) | bit;
      number |= bit << i;
    }
    return number;
  }

  length(place, around) {
    if (this.bit(place) === 0) return 2 + this.tree(place + 2 + (around << 3), 3);
    if (this.bit(place + 1) === 0) return 10 + this.tree(place + 130 + (around << 3), 3);
    return 18 + this.tree(place + 258, 8);
  }

  distance(length) {
    const slot = this.tree(SLOTS + (Math.min(length - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = ((2 | (slot & 1)) << count) >>> 0;
    if (slot < 14) return high + this.reversed(SPECIAL + high - slot, count);
    return high + this.even(count - 4) * 16 + this.reversed(ALIGN, 4);
  }

  // A byte; `like` is the one at the last distance, if a match came before.
  literal(place, like) {
    let node = 1;
    while (like >= 0 && node < 0x100) {
      const expected = (like >> 7) & 1;
      like = (like << 1) & 0xff;
      const bit = this.bit(place + ((1 + expected) << 8) + node);
      node = (node << 1) | bit;
      if (bit !== expected) break;
    }
    while (node < 0x100) node = (node << 1) | this.bit(place + node);
    return node & 0xff;
  }
}

// Which of the last four distances comes again; -1 for the last one with a single byte.
function again(bits, state, around) {
  if (bits.bit(IS_REP_0 + state) === 0) return bits.bit(IS_LONG + (state << 4) + around) === 0 ? -1 : 0;
  if (bits.bit(IS_REP_1 + state) === 0) return 1;
  return bits.bit(IS_REP_2 + state) === 0 ? 2 : 3;
}

// The bytes, of which there are `size`.
function unpack(packed, size) {
  const [lc, lp, pb] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
  const bits = new Bits(packed, 1 << (lc + lp));
  const bytes = new Uint8Array(size);
  let [at, state, last] = [0, 0, [0, 0, 0, 0]];
  while (at < size) {
    const around = at & ((1 << pb) - 1);
    if (bits.bit(IS_MATCH + (state << 4) + around) === 0) {
      const before = at > 0 ? bytes[at - 1] : 0;
      const place = ((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc));
      bytes[at] = bits.literal(LITERALS + 0x300 * place, state < 7 ? -1 : bytes[at - last[0] - 1]);
      at++;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let length = 0;
    if (bits.bit(IS_REP + state) === 0) {
      length = bits.length(LENGTHS, around);
      last = [bits.distance(length), last[0], last[1], last[2]];
      state = state < 7 ? 7 : 10;
    } else {
      const which = again(bits, state, around);
      last.unshift(...last.splice(Math.max(which, 0), 1));
      length = which < 0 ? 1 : bits.length(REP_LENGTHS, around);
      state = (state < 7 ? 8 : 11) + (which < 0 && state < 7 ? 1 : 0);
    }
    for (const end = at + length; at < end; at++) bytes[at] = bytes[at - last[0] - 1];
  }
  return bytes;
}
