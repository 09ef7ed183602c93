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

// The least width of a cell that can be chosen, in pixels.
const CELL = 24;

// Questions about the steps of a person.
const PERSON = ["hint", "steps", "rate"];

const state = {
  theme: "auto",
  text: "",
  number: 1,
  // How the text is to be read, where someone chose that: a kind, or the boxes of a Sudoku.
  as: {},
  seen: null,
  asked: null,
  busy: false,
  run: 0,
  // What the next input does: whether it replaces a selection, or all of the text, and whether it is a paste, a cut or the like.
  coming: {},
  answered: false,
  // The last answer of a list, and whether the list was stopped after it.
  listed: 0,
  cut: false,
  saved: true,
};
const changes = new Changes();

// ── The text ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const moment = () => ({ text: state.text, number: state.number, as: state.as });

// Puts in a text; what was there can be undone.
function setText(text, keep = true) {
  if (text !== state.text) {
    if (keep) changes.keep(moment());
    outdated();
  }
  showText(text);
}

function showText(text) {
  const before = state.text;
  state.text = text;
  if ($("text").value !== text) {
    $("text").value = text;
    const end = text.length - commonEnd(before, text);
    if (document.activeElement === $("text")) $("text").setSelectionRange(end, end);
  }
  $("examples").value = "";
  showChanges();
}

// How many characters at their ends are the same.
function commonEnd(one, other) {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

function showChanges() {
  // The one that can be clicked comes first: it may take the focus of the other.
  if (changes.canRedo) $("redo").disabled = false;
  disable($("undo"), !changes.canUndo, $("redo"));
  disable($("redo"), !changes.canRedo, $("undo"));
}

// What is shown as the answer is no longer that of the text: says of which one it is.
function outdated(of = "Before the change") {
  halt();
  state.asked = null;
  state.listed = 0;
  state.saved = false;
  if (state.answered) say(`${of}: ${$("status").textContent}`);
  state.answered = false;
  $("more")?.remove();
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
  drop();
  state.answered = false;
  state.listed = 0;
  showResult();
  say("");
}

const undo = () => comeBack(changes.undo(moment()));
const redo = () => comeBack(changes.redo(moment()));

function comeBack(then) {
  if (!then) return;
  setText(then.text, false);
  if (then.number !== state.number || then.as !== state.as) turnTo(then.number, then.as);
  read();
}

// Before an input. What the browser would take back itself is left to `Undo` and `Redo`.
function beforeInput(event) {
  const turns = { historyUndo: undo, historyRedo: redo };
  const { selectionStart, selectionEnd, value } = $("text");
  if (turns[event.inputType]) {
    event.preventDefault();
    turns[event.inputType]();
    return;
  }
  const begins = selectionEnd > selectionStart && !event.isComposing;
  const all = begins && selectionStart === 0 && selectionEnd >= value.trimEnd().length;
  state.coming = { begins, all, alone: /^insertFrom|^deleteBy/.test(event.inputType) };
}

function input() {
  const text = $("text").value;
  if (text === state.text) return;
  const coming = state.coming;
  state.coming = {};
  changes.keepTyping(moment(), coming);
  if (state.as.kind) state.as = { box: state.as.box };
  outdated();
  if (coming.all) turnTo(1, state.as);
  showText(text);
  underline(null);
  readSoon();
}

function onHistoryKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const turns = { z: event.shiftKey ? redo : undo, y: redo };
  const turn = turns[event.key.toLowerCase()];
  if (!turn) return;
  event.preventDefault();
  turn();
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

const grid = new Grid($("board"), $("pad"), { put: putDigit, tell });
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
  await complete(answer, text);
  if (turn === reading) showRead(answer);
}

// Adds what else must be asked: whether more puzzles follow a wrong one, and how the text is read when nobody chooses.
async function complete(answer, text) {
  const others = (request) => reader.ask({ do: "read", text, ...request });
  if (answer.status === "error" && answer.place) {
    const next = await others({ puzzle: state.number + 1, ...state.as });
    // A wrong model is found again under each number.
    answer.more = !next.puzzles && JSON.stringify(next.place) !== JSON.stringify(answer.place);
  }
  if (!state.as.kind && !state.as.box) return;
  const plain = await others({ puzzle: state.number });
  if (plain.status !== "read") answer.choices = (plain.choices ?? []).filter(({ box }) => box !== state.as.box);
  else if (plain.kind !== answer.kind) answer.choices = [{ one: plain.one }];
}

function showRead(answer) {
  const isRead = answer.status === "read";
  state.seen = isRead ? answer : null;
  if (isRead) state.number = answer.number;
  underline(answer.place);
  $("reading").className = answer.status;
  sayIn("reading", readingWords(answer));
  $("choices").replaceChildren(...(answer.choices ?? []).map(choiceButton));
  $("text").setAttribute("aria-invalid", answer.status === "error" || answer.status === "bug");
  $("pager").hidden = !(answer.more || state.number > 1) || answer.status === "empty";
  $("number").textContent = `Puzzle ${state.number}`;
  disable($("before"), state.number === 1, $("after"));
  disable($("after"), !answer.more, $("before"));
  showVerbs(isRead, answer.steps);
  showBoard(answer);
  saveSoon();
}

// The buttons of the questions; those that cannot be asked say why.
function showVerbs(isRead, hasSteps) {
  const reason = isRead ? "‘Hint’, ‘Steps’ and ‘Rate’ are for Sudokus and Sudominokus." : "These buttons need a puzzle that can be read.";
  $("unasked").textContent = isRead && hasSteps ? "" : reason;
  verbs().forEach((verb) => {
    const about = `about-${verb.dataset.do}`;
    verb.disabled = !isRead || (PERSON.includes(verb.dataset.do) && !hasSteps);
    verb.setAttribute("aria-describedby", verb.disabled ? `${about} unasked` : about);
    verb.title = verb.disabled ? $("unasked").textContent : $(about).textContent;
  });
}

// A text that can be read in several ways is read as `as` says; as `one`, when nobody says it.
function choiceButton({ one, ...as }) {
  const size = as.box?.split("x").reduce((rows, columns) => rows * columns);
  return button(`Read as ${one ?? (size ? `${size}×${size}` : "a matrix")}`, () => {
    $("text").focus();
    outdated();
    turnTo(state.number, as);
    read();
  });
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
  const plain = shape || shown ? null : plainText(drawn.board ?? "", "The puzzle, drawn in characters");
  board.classList.toggle("bare", !shown && Boolean(shape));
  board.classList.toggle("editable", Boolean(shape));
  board.replaceChildren(...[shown, plain].filter(Boolean));
  board.style.aspectRatio = shape && !shown ? `${shape.columns} / ${shape.rows}` : "";
  const [left, , right] = (shown && drawn.margin) ?? [0, 0, 0];
  board.style.minWidth = shape ? `${CELL * (shape.columns + left + right)}px` : "";
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
    const news = answer.anew ? "The text was rewritten; its layout is lost." : "";
    tell(answer.status === "put" ? news : RESULTS.error(answer)[0]);
  });
}

const editor = new Engine();

// ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function say(words) {
  sayIn("status", words);
}

// Says something of the grid, beside it.
function tell(words) {
  sayIn("notice", words);
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
  state.asked = request;
  updateAddress();
  grid.mark([]);
  tell("");
  clearAnswer();
  const full = fullQuestion(request);
  return follow((onProgress) => (request.do === "count" ? count(full, onProgress) : searcher.ask(full, onProgress)));
}

function fullQuestion(request) {
  return request.do === "generate" ? request : { ...request, text: state.text, puzzle: state.number, ...state.as };
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

// The next answers. A list that was stopped begins again, and passes over those that were shown.
async function listOn(onProgress) {
  let answer = await searcher.ask(state.cut ? fullQuestion(state.asked) : { do: "more" }, onProgress);
  while (answer.more && answer.first <= state.listed) answer = await searcher.ask({ do: "more" }, onProgress);
  return answer;
}

let done = {};

function showProgress(begun, news) {
  done = news ?? done;
  const words = [seconds(begun), ...progressWords(done)];
  const bar = $("bar");
  if (done.share > 0) {
    bar.value = done.share;
    words.push(`${(100 * done.share).toFixed(done.share < 0.1 ? 2 : 0)} %`);
  } else bar.removeAttribute("value");
  $("done").textContent = words.join(" · ");
}

// Ends the question that is under way, without a word.
function drop() {
  if (!state.busy) return;
  state.run++;
  [searcher, counter].forEach((engine) => engine.stop());
  busy(false);
}

// Ends it, and says what it has found.
function halt() {
  if (!state.busy) return;
  drop();
  say(stoppedWords(state.asked.do, done, state.listed, state.seen?.kind));
  state.answered = true;
  state.cut = state.listed > 0;
}

// The same, and it does not begin again when the page is loaded. A list stays with the answers that it has.
function stop() {
  halt();
  if (state.cut) return;
  state.asked = null;
  updateAddress();
}

async function showAnswer(answer, begun) {
  const show = RESULTS[answer.status] ?? RESULTS.error;
  const tools = {
    more: () => state.busy || follow(listOn),
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
  state.listed = answer.status === "listed" ? answer.first + answer.answers.length - 1 : 0;
  state.cut = false;
  if (answer.cells) grid.mark(answer.cells);
  if (answer.status === "made" || answer.cells?.length > 0) showOnBoard(answer);
  else if ($("status").getBoundingClientRect().top > window.innerHeight - 120) bring($("status"));
}

// Brings the board into view. The reason for what is marked there then stands beside it, too.
function showOnBoard(answer) {
  const { top, bottom } = $("board").getBoundingClientRect();
  if (top >= 0 && bottom <= window.innerHeight) return;
  if (answer.why) tell(sentence(answer.why));
  bring($("board"));
}

function bring(element) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "start", behavior: isCalm ? "auto" : "smooth" });
}

function questionOf(action) {
  return action === "sample" ? { do: action, seed: randomSeed() } : { do: action };
}

// ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

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

// What the address says; when the page begins, there is nothing to undo.
async function restore(isFirst = false) {
  if (location.hash.length < 2) return false;
  const saved = await fromLink(location.hash);
  clearAnswer();
  grid.mark([]);
  if (!saved) {
    state.asked = null;
    say("This link is damaged: it cannot be restored.");
    return false;
  }
  setText(saved.text, !isFirst);
  const { puzzle, box, kind } = saved;
  turnTo(Number.isInteger(puzzle) && puzzle > 0 ? puzzle : 1, { box, kind });
  await read();
  const action = saved.ask?.do;
  const isKnown = verbs().some(({ dataset }) => dataset.do === action);
  if (action === "generate" || (isKnown && state.seen)) await ask(saved.ask);
  return true;
}

// ── Begin ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const verbs = () => [...document.querySelectorAll("[data-do]")];

// What the buttons do, also as a list.
function describeVerbs() {
  verbs().forEach((verb) => {
    const about = make("dd", { id: `about-${verb.dataset.do}`, textContent: sentence(verb.title) });
    $("verbs").append(make("dt", { textContent: verb.textContent }), about);
  });
}

function choose(text) {
  if (!text) return;
  clearAnswer();
  setText(text);
  $("examples").value = text;
  turnTo(1);
  read();
}

function turnPage(by) {
  outdated(`Of puzzle ${state.number}`);
  turnTo(state.number + by, state.as);
  read();
}

function listen() {
  $("text").addEventListener("beforeinput", beforeInput);
  $("text").addEventListener("input", input);
  $("text").addEventListener("scroll", scrollUnderline);
  $("examples").addEventListener("change", (event) => choose(event.target.value));
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  [$("text"), $("board"), $("pad")].forEach((element) => element.addEventListener("keydown", onHistoryKey));
  $("before").addEventListener("click", () => turnPage(-1));
  $("after").addEventListener("click", () => turnPage(1));
  $("questions").addEventListener("click", ({ target }) => {
    if (target.dataset.do) ask(questionOf(target.dataset.do));
  });
  $("making").addEventListener("submit", generate);
  $("making").elements.kind.addEventListener("change", limitWishes);
  $("making").elements.seed.addEventListener("input", checkSeed);
  $("stop").addEventListener("click", stop);
  $("theme").addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(state.theme) + 1) % THEMES.length]));
  $("link").addEventListener("click", async () => {
    await copy(await updateAddress(), $("link"));
  });
  window.addEventListener("beforeprint", () => showTheme("light"));
  window.addEventListener("afterprint", () => showTheme(state.theme));
  window.addEventListener("hashchange", () => restore());
  window.addEventListener("beforeunload", warnOfLoss);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.busy) stop();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && state.seen) ask({ do: "solve" });
  });
}

async function begin() {
  fillExamples();
  describeVerbs();
  listen();
  limitWishes();
  setTheme(storedTheme());
  module.catch((error) => say(`This browser cannot run the engine: ${error.message}`));
  if (await restore(true)) return;
  showText(EXAMPLES[0][1][0][1]);
  await read();
}

begin();
