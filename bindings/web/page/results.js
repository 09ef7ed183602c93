// What is shown of each answer: a line that says what it is, and its elements. `more` asks on, `show` asks for a part.

const plural = (count, word) => `${grouped(count)} ${word}${String(count) === "1" ? "" : "s"}`;

// Digits in groups of three.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

function seconds(since) {
  const taken = (performance.now() - since) / 1000;
  return taken < 10 ? `${taken.toFixed(2)} s` : `${taken.toFixed(0)} s`;
}

// How far a search is.
function progressWords(done) {
  const words = [];
  if (done.nodes) words.push(plural(done.nodes, "node"));
  if (done.found && done.found !== "0") words.push(`${grouped(done.found)} found`);
  if (done.steps) words.push(plural(done.steps, "step"));
  if (done.tries) words.push(plural(done.tries, "grid") + " tried");
  return words;
}

// What a question had found when it was stopped. `listed` is the last answer of a list.
function stoppedWords(action, done, listed, kind) {
  if (listed > 0) return `Stopped after answer ${grouped(listed)}; there may be more`;
  if (action !== "count" || !(done.found > 0)) return "Stopped";
  return `Stopped: at least ${plural(done.found, kind === "cover" ? "solution" : "answer")}`;
}

// What was read, or why it was not.
function readingWords(answer) {
  if (answer.status === "empty") return "Type or paste a puzzle, or choose an example.";
  if (answer.status !== "read") {
    const { place } = answer;
    return (place ? `Line ${place.line}, column ${place.column}: ` : "") + answer.message;
  }
  const size = `${plural(answer.items, "item")}, ${plural(answer.options, "option")}`;
  const warning = answer.warning ? ` Note: ${answer.warning}` : "";
  return `${sentence(answer.one)} As an exact cover: ${size}.${warning}`;
}

// One of what was counted: answers, solutions or tilings.
const unit = ({ of }) => of.replace(/s$/, "");

// The width of pictures with small digits.
const WIDE = 560;

const RESULTS = {
  solved: (answer) => ["Solved", figure(answer.answer, "answer")],
  listed: (answer, { more }) => [
    answer.more ? `Answers ${answer.first} to ${answer.first + answer.answers.length - 1}; there may be more` : ending(answer),
    figures(answer.answers, "answer", answer.answers.map((_, place) => `Answer ${answer.first + place}`)),
    answer.more ? Object.assign(button("More answers", more), { id: "more" }) : null,
  ],
  counted: (answer) => [
    `${plural(answer.count, unit(answer))}${answer.count.length > 15 ? ` (a number of ${answer.count.length} digits)` : ""}`,
    make("p", { className: "number", textContent: grouped(answer.count) }),
  ],
  unique: (answer) => ["Unique: there is exactly one answer", figure(answer.answer, "answer")],
  multiple: (answer) => answer.answers
    ? [
      answer.differing.length > 0
        ? `Not unique: two answers that differ in ${plural(answer.differing.length, "cell")}`
        : "Not unique: two different answers",
      answer.differing.length > 0 ? make("p", { textContent: `They differ at ${answer.differing.join(", ")}.` }) : null,
      figures(answer.answers, "answer", ["One answer", "Another"]),
    ]
    : ["This puzzle has several answers, and steps need exactly one", make("p", { textContent: "‘Unique?’ shows where they differ." })],
  none: (answer) => [
    "No answer",
    answer.why ? make("p", { className: "reason" }, ...coded(sentence(answer.why))) : null,
    answer.confirmed === false ? make("p", { className: "small", textContent: "(Not confirmed by a second search.)" }) : null,
    !answer.why ? make("p", { textContent: "‘Why none?’ looks for the reason." }) : null,
  ],
  solvable: () => ["There is an answer, so there is nothing to explain"],
  candidates: (answer) => [
    "picture" in answer ? "What some answer has in each cell" : "The options that are in some solution",
    figure(drawnOf(answer), "candidates", null, WIDE),
  ],
  profile: (answer) => {
    const { words, picture } = frequencies(answer);
    return [`${plural(answer.count, unit(answer))}: ${words}`, figure(drawnOf({ ...answer, picture }), "frequencies", null, WIDE)];
  },
  sampled: (answer) => [
    answer.count === "1" ? `The only ${unit(answer)}` : `One of ${grouped(answer.count)} ${answer.of}, drawn at random`,
    figures(answer.answers, "sample"),
  ],
  encoded: (answer) => [
    `An exact-cover problem with ${plural(answer.items, "item")} and ${plural(answer.options, "option")}`,
    figure({ text: answer.text }, "problem"),
  ],
  made: (answer) => [
    `A new puzzle with ${grouped(answer.clues)} ${answer.of}${answer.rating ? `, rated ${answer.rating} (${answer.technique})` : ""}; seed ${answer.seed}`,
  ],
  rated: (answer) => answer.solved && answer.steps === 0 ? RESULTS.full() : [
    answer.solved
      ? `Rated ${answer.rating}${answer.technique ? ` (${answer.technique})` : ""}, ${plural(answer.steps, "step")}`
      : `Beyond the steps that dominox knows, after ${plural(answer.steps, "step")}`,
    answer.solved ? make("p", { className: "small", textContent: "The rating is the value of the hardest step: 1.0 to 2.5 without pencil marks, 2.6 to 6.4 with pencil marks, 6.5 and more with chains or the largest wings. Sudominokus have a scale of their own." }) : null,
  ],
  hint: (answer) => [
    "The next step",
    make("p", { className: "reason", textContent: `${answer.value}  ${sentence(answer.words)}` }),
    figure(answer.drawn, "hint", null, WIDE),
  ],
  full: () => ["The grid is full: no step is left"],
  beyond: (answer) => ["The next step is beyond those that dominox knows", figure(answer.drawn, "marks")],
  steps: stepsResult,
  stopped: (answer) => [`Stopped: ${answer.message}`],
  error: (answer) => [`That does not work: ${answer.message}`],
  bug: (answer) => [
    "The engine failed. This is a bug in dominox",
    plainText(answer.message, "The message of the engine"),
  ],
};

function ending({ first, answers }) {
  if (answers.length === 0) return "There are no more answers";
  if (first === 1 && answers.length === 1) return "The only answer";
  return first === 1 ? `All ${plural(answers.length, "answer")}` : `Answers ${first} to ${first + answers.length - 1}, the last ones`;
}

// A picture with backgrounds, or with bars for the options. A board without backgrounds says nothing: then the text is shown.
function frequencies({ picture }) {
  const hasBars = /<desc[^>]*>1 /.test(picture);
  const hasGrounds = /class="dx-h\d/.test(picture);
  const words = hasGrounds && !hasBars ? "the stronger the colour of a background, the more of them have it" : "how many of them have each option";
  return { words, picture: hasBars || hasGrounds ? picture : null };
}

const drawnOf = ({ text, board, picture }) => ({ text, board: board ?? text, picture });

// Words as a sentence. The name of a cell at its beginning stays as it is.
function sentence(words) {
  const first = /^[a-z][0-9]/.test(words) ? words.charAt(0) : words.charAt(0).toUpperCase();
  return first + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

function button(label, action) {
  const element = make("button", { type: "button", textContent: label });
  element.addEventListener("click", action);
  return element;
}

// All steps, one at a time.
function stepsResult(answer, { show }) {
  const count = answer.list.length;
  if (answer.solved && count === 0) return RESULTS.full();
  const slider = make("input", { type: "range", min: 1, max: count + 1, value: 1 });
  slider.setAttribute("aria-label", "Step");
  const words = make("p", { className: "reason step-words" });
  words.setAttribute("aria-live", "polite");
  const place = make("div", { className: "step-picture" });
  const number = make("span", { className: "step-number" });
  const go = async (to) => {
    const at = Math.min(Math.max(to, 1), count + 1);
    slider.value = at;
    disable(back, at === 1, next);
    disable(next, at === count + 1, back);
    number.textContent = at <= count ? `Step ${at} of ${count}` : "At the end";
    slider.setAttribute("aria-valuetext", number.textContent);
    const step = answer.list[at - 1];
    words.textContent = step ? `${step.value}  ${sentence(step.words)}` : "The grid after all steps.";
    const shown = await show(at);
    if (Number(slider.value) === at && shown.drawn) place.replaceChildren(figure(shown.drawn, `step-${at}`, null, WIDE));
  };
  const back = button("◀ Back", () => go(Number(slider.value) - 1));
  const next = button("Next ▶", () => go(Number(slider.value) + 1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  const list = make("ol", {}, ...answer.list.map((step, at) => {
    const item = make("button", { type: "button", className: "line", textContent: `${step.value}  ${step.words}` });
    item.addEventListener("click", () => {
      go(at + 1);
      words.scrollIntoView({ block: "center" });
    });
    return make("li", {}, item);
  }));
  go(1);
  const head = answer.solved
    ? `Solved in ${plural(count, "step")}, the hardest ${answer.rating}${answer.technique ? `: ${answer.technique}` : ""}`
    : `After ${plural(count, "step")}, the rest is beyond the steps that dominox knows`;
  return [
    head,
    make("div", { className: "walk" }, back, number, next, slider),
    words,
    place,
    make("details", {}, make("summary", { textContent: "All steps" }), list),
  ];
}
