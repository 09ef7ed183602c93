// The page: keeps text, picture, question and answer in step.

const $ = (id) => document.getElementById(id);
const reader = new Engine();
const searcher = new Engine();
const counter = new Engine();

// A count is also made with a table when the search has taken this long, in milliseconds.
const PATIENCE = 400;

// A change comes into the address when nothing else has changed for this long, in milliseconds, unless the text is longer.
const REST = 500;
const LONGEST = 100_000;

const state = { theme: "auto", number: 1, as: {}, seen: null, asked: null, busy: false, run: 0, past: [], typed: null, answered: false, saved: true };

// ── The text ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function setText(text, keep = true) {
  if (keep && $("text").value !== text) state.past.push({ text: $("text").value, number: state.number });
  if ($("text").value !== text) outdated();
  disable($("undo"), state.past.length === 0, $("examples"));
  $("text").value = text;
  $("examples").value = "";
  state.typed = null;
}

// What is shown as the answer is no longer that of the text: says of which one it is.
function outdated(of = "Before the change") {
  state.asked = null;
  state.saved = false;
  if (state.busy) return stop();
  if (state.answered) say(`${of}: ${$("status").textContent}`);
  state.answered = false;
  $("result").parentElement.classList.add("outdated");
}

// Another puzzle than before is to be read.
function turnTo(number, as = {}) {
  state.number = number;
  state.as = as;
  grid.forget();
  tell("");
}

function clearAnswer() {
  state.answered = false;
  showResult();
  say("");
}

function undo() {
  const last = state.past.pop();
  if (!last) return;
  setText(last.text, false);
  state.number = last.number;
  read();
}

// Underlines a place of the text, if there is one.
function underline(place) {
  const lines = $("text").value.split("\n");
  const element = $("underline");
  if (!place) {
    element.replaceChildren();
    return;
  }
  const characters = Array.from(lines[place.line - 1] ?? "");
  const start = Math.min(place.column - 1, characters.length);
  const end = Math.min(start + Math.max(place.width, 1), characters.length);
  const before = lines.slice(0, place.line - 1).map((line) => line + "\n").join("") + characters.slice(0, start).join("");
  const mark = make("mark", { textContent: characters.slice(start, end).join("") || "\u00a0" });
  element.replaceChildren(before, mark, characters.slice(end).join(""));
  scrollUnderline();
}

function scrollUnderline() {
  $("underline").style.transform = `translate(${-$("text").scrollLeft}px, ${-$("text").scrollTop}px)`;
}

// ── Reading and drawing ───────────────────────────────────────────────────────────────────────────────────────────────

const grid = new Grid($("board"), $("pad"), { put: putDigit, undo, tell });
let reading = 0;
let waiting = null;

function readSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(read, 150);
}

async function read() {
  clearTimeout(waiting);
  const turn = ++reading;
  const text = $("text").value;
  if (text.trim() === "") {
    state.number = 1;
    return showRead({ status: "empty" });
  }
  reader.stop();
  const answer = await reader.ask({ do: "read", text, puzzle: state.number, ...state.as });
  if (turn !== reading) return;
  const last = Math.max(answer.puzzles ?? state.number, 1);
  if (last < state.number) {
    state.number = last;
    return read();
  }
  showRead(answer);
}

function showRead(answer) {
  const isRead = answer.status === "read";
  state.seen = isRead ? answer : null;
  if (isRead) state.number = answer.number;
  underline(answer.place);
  $("reading").className = answer.status;
  $("reading").replaceChildren(...coded(readingWords(answer)), ...(answer.choices ?? []).map(choiceButton));
  $("text").setAttribute("aria-invalid", answer.status === "error" || answer.status === "bug");
  $("pager").hidden = !(answer.more || state.number > 1) || answer.status === "empty";
  $("number").textContent = `Puzzle ${state.number}`;
  disable($("before"), state.number === 1, $("after"));
  disable($("after"), !(answer.more || (answer.status === "error" && answer.place)), $("before"));
  document.querySelectorAll("[data-do]").forEach((button) => {
    const needsSteps = ["hint", "steps", "rate"].includes(button.dataset.do);
    button.disabled = !isRead || (needsSteps && !answer.steps);
  });
  showBoard(answer);
  saveSoon();
}

// A text that can be read in several ways is read as `as` says.
function choiceButton(as) {
  const size = as.box?.split("x").reduce((rows, columns) => rows * columns);
  return button(size ? `Read as ${size}×${size}` : "Read as a matrix", () => {
    $("text").focus();
    outdated();
    turnTo(state.number, as);
    read();
  });
}

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

function showBoard(answer) {
  const board = $("board");
  const { drawn, grid: shape } = answer;
  $("board-hint").hidden = !shape;
  if (!drawn) {
    if (answer.status === "empty") board.replaceChildren();
    board.classList.toggle("stale", answer.status !== "empty" && board.childElementCount > 0);
    grid.show(null);
    return;
  }
  board.classList.remove("stale");
  const hasFocus = grid.element.contains(document.activeElement);
  const shown = drawn.picture ? pictureElement(drawn.picture) : null;
  const plain = shape || shown ? null : make("pre", { textContent: drawn.board ?? "", tabIndex: 0 });
  board.classList.toggle("bare", !shown && Boolean(shape));
  board.replaceChildren(...[shown, plain].filter(Boolean));
  if (shape) board.style.aspectRatio = shown ? "" : `${shape.columns} / ${shape.rows}`;
  else board.style.aspectRatio = "";
  // The cells say what the picture shows.
  if (shape) shown?.setAttribute("aria-hidden", "true");
  grid.show(shape ?? null, shown ? drawn.margin : null, hasFocus);
}

// Digits are put one after the other, each into the text that the one before has left.
let putting = Promise.resolve();

function putDigit(row, column, digit) {
  putting = putting.then(async () => {
    const text = $("text").value;
    const answer = await editor.ask({ do: "put", text, puzzle: state.number, ...state.as, row, column, digit });
    if (answer.status === "put") setText(answer.text);
    await read();
    const news = answer.anew ? "The text was written anew." : "";
    tell(answer.status === "put" ? news : RESULTS.error(answer)[0]);
  });
}

const editor = new Engine();

// ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function say(words) {
  $("status").replaceChildren(...coded(words));
}

// Says something of the grid, beside it.
function tell(words) {
  $("notice").replaceChildren(...coded(words));
}

function seconds(since) {
  const taken = (performance.now() - since) / 1000;
  return taken < 10 ? `${taken.toFixed(2)} s` : `${taken.toFixed(0)} s`;
}

function focusStatus() {
  $("status").focus({ preventScroll: true });
}

// Shows these below the status, which takes the focus of what was there.
function showResult(...elements) {
  const hadFocus = $("result").contains(document.activeElement);
  $("result").replaceChildren(...elements.filter(Boolean));
  $("result").parentElement.classList.remove("outdated");
  if (hadFocus) focusStatus();
}

function busy(is) {
  const hadFocus = document.activeElement === $("stop");
  state.busy = is;
  $("progress").hidden = !is;
  if (!is && hadFocus) focusStatus();
  document.body.classList.toggle("busy", is);
}

// Asks, and shows the answer. A question that is under way is stopped.
function ask(request) {
  if (state.busy) stop();
  state.asked = request;
  updateAddress();
  grid.mark([]);
  clearAnswer();
  const full = request.do === "generate" ? request : { ...request, text: $("text").value, puzzle: state.number, ...state.as };
  return follow((onProgress) => (request.do === "count" ? count(full, onProgress) : searcher.ask(full, onProgress)));
}

// Shows how far a search is, and its answer, unless something else was asked meanwhile.
async function follow(search) {
  const run = ++state.run;
  const begun = performance.now();
  busy(true);
  showProgress(begun, {});
  const tick = setInterval(() => showProgress(begun), 100);
  const late = setTimeout(say, PATIENCE, "Searching …");
  const answer = await search((news) => showProgress(begun, news));
  clearInterval(tick);
  clearTimeout(late);
  if (run !== state.run) return;
  busy(false);
  await showAnswer(answer, begun);
}

// Counts by a search that says how far it is; after a while also by a table, which does not. The first to end wins.
async function count(request, onProgress) {
  const bySearch = searcher.ask({ ...request, by: "search" }, onProgress);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, "late"));
  const first = await Promise.race([bySearch, late]);
  if (first !== "late") return first;
  const byTable = counter.ask({ ...request, by: "table" });
  // A table that finds no room leaves it to the search.
  const counted = byTable.then((answer) => (["stopped", "bug", "error"].includes(answer.status) ? bySearch : answer));
  const answer = await Promise.race([bySearch, counted]);
  if (answer.status !== "ended") [searcher, counter].forEach((engine) => engine.stop());
  return answer;
}

let done = {};

function showProgress(begun, news) {
  done = news ?? done;
  const words = [seconds(begun)];
  if (done.nodes) words.push(plural(done.nodes, "node"));
  if (done.found && done.found !== "0") words.push(`${grouped(done.found)} found`);
  if (done.steps) words.push(plural(done.steps, "step"));
  if (done.tries) words.push(plural(done.tries, "grid") + " tried");
  const bar = $("bar");
  if (done.share > 0) {
    bar.value = done.share;
    words.push(`${(100 * done.share).toFixed(done.share < 0.1 ? 2 : 0)} %`);
  } else bar.removeAttribute("value");
  $("done").textContent = words.join(" · ");
}

function stop() {
  [searcher, counter].forEach((engine) => engine.stop());
}

async function showAnswer(answer, begun) {
  const show = RESULTS[answer.status] ?? RESULTS.error;
  const tools = {
    more: () => state.busy || follow((onProgress) => searcher.ask({ do: "more" }, onProgress)),
    show: (number) => searcher.ask({ do: "show", number }),
  };
  const [words, ...elements] = show(answer, tools);
  if (answer.status === "made") {
    setText(answer.text);
    turnTo(1);
    updateAddress();
    await read();
  }
  say(`${words} (${seconds(begun)})`);
  showResult(...elements);
  state.answered = true;
  if (answer.cells) grid.mark(answer.cells);
  const below = $("status").getBoundingClientRect().top > window.innerHeight - 120;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (below) $("status").scrollIntoView({ block: "start", behavior: isCalm ? "auto" : "smooth" });
}

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0].toString();

function questionOf(action) {
  return action === "sample" ? { do: action, seed: randomSeed() } : { do: action };
}

function generate(event) {
  event.preventDefault();
  const fields = new FormData($("making"));
  const request = { do: "generate", ...JSON.parse(fields.get("kind")) };
  if (!$("making").elements.rating.disabled && fields.get("rating")) request.rating = JSON.parse(fields.get("rating"));
  if (!$("making").elements.symmetry.disabled && fields.get("symmetry")) request.symmetry = fields.get("symmetry");
  request.seed = fields.get("seed").trim() || randomSeed();
  ask(request);
}

// Difficulty is known of plain Sudokus only, and Sudominokus have no symmetry.
function limitWishes() {
  const { kind, rating, symmetry } = $("making").elements;
  rating.disabled = /rules|sudominoku/.test(kind.value);
  symmetry.disabled = /sudominoku/.test(kind.value);
}

// ── Links and themes ──────────────────────────────────────────────────────────────────────────────────────────────────

let saving = null;
let saves = 0;

// A long text is left to a warning: addresses have an end.
function saveSoon() {
  clearTimeout(saving);
  if (!state.saved && $("text").value.length <= LONGEST) saving = setTimeout(updateAddress, REST);
}

// The link, which is also the address then.
async function updateAddress() {
  const turn = ++saves;
  state.saved = true;
  const link = await toLink({ text: $("text").value, puzzle: state.number, ...state.as, ask: state.asked });
  if (turn === saves) history.replaceState(null, "", link);
  return new URL(link, location.href).href;
}

function warnOfLoss(event) {
  if (!state.saved && $("text").value.length > LONGEST) event.preventDefault();
}

async function restore() {
  if (location.hash.length < 2) return false;
  const saved = await fromLink(location.hash);
  if (!saved) {
    say("This link is damaged: it cannot be restored.");
    return false;
  }
  stop();
  setText(saved.text);
  clearAnswer();
  const { puzzle, box, kind } = saved;
  turnTo(Number.isInteger(puzzle) && puzzle > 0 ? puzzle : 1, { box, kind });
  await read();
  const action = saved.ask?.do;
  const isKnown = [...document.querySelectorAll("[data-do]")].some(({ dataset }) => dataset.do === action);
  if (action === "generate" || (isKnown && state.seen)) await ask(saved.ask);
  return true;
}

const THEMES = ["auto", "light", "dark"];

function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  themePictures();
}

function setTheme(theme) {
  state.theme = theme;
  showTheme(theme);
  $("theme").textContent = `Theme: ${theme}`;
  try {
    localStorage.setItem("dominox-theme", theme);
  } catch { /* A page of a file may have no storage. */ }
}

function storedTheme() {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem("dominox-theme")) ?? "auto";
  } catch {
    return "auto";
  }
}

// ── Begin ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function fillExamples() {
  EXAMPLES.forEach(([name, puzzles]) => {
    const group = make("optgroup", { label: name });
    group.append(...puzzles.map(([label, text]) => make("option", { textContent: label, value: text })));
    $("examples").append(group);
  });
}

function choose(text) {
  if (!text) return;
  setText(text);
  $("examples").value = text;
  turnTo(1);
  clearAnswer();
  read();
}

function turnPage(by) {
  outdated(`Of puzzle ${state.number}`);
  turnTo(state.number + by, state.as);
  read();
}

function listen() {
  // The text before it is typed in, for `Undo`: once for each run of typing.
  $("text").addEventListener("beforeinput", () => {
    state.typed ??= { text: $("text").value, number: state.number };
  });
  $("text").addEventListener("input", () => {
    if (state.typed && state.past.at(-1) !== state.typed) state.past.push(state.typed);
    $("undo").disabled = state.past.length === 0;
    state.as = { box: state.as.box };
    $("examples").value = "";
    underline(null);
    outdated();
    readSoon();
  });
  $("text").addEventListener("scroll", scrollUnderline);
  $("examples").addEventListener("change", (event) => choose(event.target.value));
  $("undo").addEventListener("click", undo);
  $("before").addEventListener("click", () => turnPage(-1));
  $("after").addEventListener("click", () => turnPage(1));
  $("questions").addEventListener("click", ({ target }) => {
    if (target.dataset.do) ask(questionOf(target.dataset.do));
  });
  $("making").addEventListener("submit", generate);
  $("making").elements.kind.addEventListener("change", limitWishes);
  $("stop").addEventListener("click", stop);
  $("theme").addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length]));
  $("link").addEventListener("click", async () => {
    await copy(await updateAddress(), $("link"));
  });
  window.addEventListener("beforeprint", () => showTheme("light"));
  window.addEventListener("afterprint", () => showTheme(state.theme));
  window.addEventListener("hashchange", restore);
  window.addEventListener("beforeunload", warnOfLoss);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.busy) stop();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && state.seen) ask({ do: "solve" });
  });
}

async function begin() {
  fillExamples();
  listen();
  limitWishes();
  setTheme(storedTheme());
  module.catch((error) => say(`This browser cannot run the engine: ${error.message}`));
  if (await restore()) return;
  setText(EXAMPLES[0][1][0][1], false);
  state.saved = true;
  await read();
}

begin();
