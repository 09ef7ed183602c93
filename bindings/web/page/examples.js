// Where puzzles come from: the examples of the menu, and the form for new ones.

// A group, and its puzzles with a name and a text.
const EXAMPLES = [
  ["Sudoku", [
    ["Sudoku, easy", "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n"],
    ["Sudoku, hard", "..5.....68.1..7.5.36..2.7....37....95..1.8..79....35....6.7..85.5.9..1.21.....6..\n"],
    ["Sudoku with several answers", "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|...\n...|.8.|...\n"],
    ["Sudoku without an answer", "53.|.7.|...\n6..|195|...\n.98|...|36.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n"],
    ["Empty 9×9 grid", ".".repeat(81) + "\n"],
  ]],
  ["Variants", [
    ["Killer", "# each cage: digits that differ, with this sum\nvariant 6x6\ncages\naabbcc   a=11 b=10 c=11\ndaebcf   d=12 e=7 f=13\nddegff   g=10\nhheggi   h=12 i=9\njhkkii   j=3 k=9\njlllmm   l=15 m=4\n"],
    ["Thermometers", "# digits increase from the bulb\nvariant 6x6\n.5....\n...1..\n.....3\n......\n..2...\n4.....\nthermo r2c3 r2c2 r2c1\nthermo r1c6 r2c6 r1c5\nthermo r5c6 r4c6 r5c5\nthermo r4c5 r3c5 r4c4\neven r5c4 r2c5 r1c1 r5c2\n"],
    ["Arrows and diagonal sums", "# the circle is the sum of its arrow\nvariant 6x6\n......\n......\n......\n......\n......\n.....5\narrow r6c3 = r5c2 r4c3\narrow r3c4 = r3c5 r4c5\narrow r4c1 = r4c2 r3c3\narrow r6c3 = r6c4 r5c3\nsum 17 r1c2-r5c6\nsum 10 r3c1-r6c4\nsum 16 r1c4-r4c1\n"],
    ["Kropki dots", "# white: consecutive, black: one is twice the other; all dots are given\nvariant 6x6 only-white only-black\n......\n......\n......\n......\n......\n......\nmarks\n.o. . .o. .\n    *   o o\n.o.o. . . .\n  o       *\n. . .o. .*.\n  o o o o\n. .*.o. . .\n*       o\n.*. .o.*.o.\no o o o   o\n.o. .o. . .\n"],
    ["Jigsaw", "# regions instead of boxes, and comparisons\nvariant 6x6\n..5...\n..1...\n....6.\n.4....\n...2..\n......\nregions\naaabbb\naacbbd\naccbdd\necccdd\neeeffd\neeffff\nr1c4 < r2c5\nr4c3 < r4c4\nr1c2 < r1c3\nr2c5 < r1c5\nr6c5 < r6c6\nr4c1 < r5c2\nr1c2 < r1c1\nr1c4 < r2c5\n"],
    ["Windoku", "variant 9x9 windoku\n.......4.\n.........\n..42.3..1\n....48...\n..1.9..5.\n.7.......\n.3..29...\n.....5...\n28.......\n"],
    ["Anti-knight with diagonals", "variant 9x9 x antiknight\n.6.......\n.........\n5....7...\n..4...9..\n.........\n.........\n........1\n.....3...\n........8\n"],
    ["Two grids that overlap", "variant 6x6\ngrids 4 r1c1 r3c3\n....~~\n34..~~\n.....4\n.13.1.\n~~2..3\n~~....\n"],
  ]],
  ["Sudominoku", [
    ["Sudominoku", "10\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n"],
  ]],
  ["Exact cover", [
    ["Knuth's example", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"],
    ["Four talks in two rooms", "| Four talks in two rooms, at 10 and at 11. Ann gives two of them.\nlogic graphs primes knots | red@10 red@11 blue@10 blue@11 Ann@10 Ann@11\nlogic red@10 Ann@10\nlogic red@11 Ann@11\ngraphs blue@10 Ann@10\ngraphs blue@11 Ann@11\nprimes red@10\nprimes red@11\nknots blue@10\nknots blue@11\n"],
  ]],
  ["Packings", [
    ["Scott's pentominoes", "packing\npieces pentominoes\nboard 8x8-center\n"],
    ["Your own pieces", "# two of L, and dominoes for the rest\npacking\npiece L x2\n  xxx\n  x..\npiece I x0..\n  xx\nboard\n  xxxx\n  x..x\n  x..x\n  xxxx\n"],
    ["Tetrahexes", "packing\npieces tetrahexes\nboard 4x7\n"],
    ["Hexiamonds", "packing\npieces hexiamonds\nboard 6x6\n"],
    ["Bedlam's cube", "packing\npieces bedlam\nboard 4x4x4\n"],
  ]],
  ["Models", [
    ["Eight queens", "queens 8\n"],
    ["Langford pairs", "langford 8\n"],
    ["Pentominoes 6×10", "pentominoes 6x10\n"],
    ["Dominoes 8×8", "dominoes 8x8\n"],
    ["Latin square", "latin 5\n"],
    ["Soma cube", "soma\n"],
  ]],
];

function fillExamples() {
  EXAMPLES.forEach(([name, puzzles]) => {
    const group = make("optgroup", { label: name });
    group.append(...puzzles.map(([label, text]) => make("option", { textContent: label, value: text })));
    $("examples").append(group);
  });
}

const LARGEST_SEED = 2n ** 64n - 1n;
const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0].toString();

// A field that is disabled is not among those of the form.
function generate(event) {
  event.preventDefault();
  const fields = new FormData($("making"));
  const request = { do: "generate", ...JSON.parse(fields.get("kind")) };
  if (fields.get("rating")) request.rating = JSON.parse(fields.get("rating"));
  if (fields.get("symmetry")) request.symmetry = fields.get("symmetry");
  request.seed = fields.get("seed").trim() || randomSeed();
  ask(request);
}

// Difficulty is known of plain Sudokus only, and Sudominokus have no symmetry.
function limitWishes() {
  const { kind, rating, symmetry } = $("making").elements;
  limitWish(rating, /rules|sudominoku/.test(kind.value));
  limitWish(symmetry, /sudominoku/.test(kind.value));
}

// A choice that this kind does not have says so, and comes back with another kind.
function limitWish(choice, isOff) {
  const off = choice.querySelector("[value=off]");
  if (isOff && !choice.disabled) choice.dataset.chosen = choice.value;
  if (isOff) choice.value = off.value;
  else if (choice.disabled) choice.value = choice.dataset.chosen;
  choice.disabled = isOff;
}

function checkSeed() {
  const { seed } = $("making").elements;
  const text = seed.value.trim();
  const isWrong = !/^\d*$/.test(text) || BigInt(text) > LARGEST_SEED;
  seed.setCustomValidity(isWrong ? `A seed is a whole number up to ${LARGEST_SEED}.` : "");
}
