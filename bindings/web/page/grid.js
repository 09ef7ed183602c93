// The grid over the picture of a puzzle: cells that can be clicked, and edited with the keyboard.

class Grid {
  #cells = [];
  #at = 0;
  #shape = null;
  #pad = null;
  // Whether a cell has had the focus, so that the pad writes into it.
  #isChosen = false;
  // The number that was typed into the cell since it was entered: a further digit goes to its end.
  #typed = null;

  // `place` holds the picture, `pad` the digits; `put(row, column, digit)` changes the text, and `tell(words)` says what else is to
  // be known.
  constructor(place, pad, { put, tell }) {
    this.place = place;
    this.#pad = pad;
    this.put = put;
    this.tell = tell;
    this.element = document.createElement("div");
    this.element.className = "cells";
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", "The grid");
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("pointerdown", () => this.#leave());
    document.addEventListener("focusin", ({ target }) => this.element.contains(target) || this.#leave());
  }

  // Buttons for the digits and a blank, for those who have no keys.
  #showPad() {
    const pad = this.#pad;
    pad.hidden = !this.#shape;
    const symbols = this.#shape?.symbols ?? [];
    if (!this.#shape || pad.dataset.symbols === symbols.join(" ")) return;
    pad.dataset.symbols = symbols.join(" ");
    const key = (symbol, digit) => {
      const element = make("button", { type: "button", textContent: symbol || "⌫" });
      element.setAttribute("aria-label", symbol ? `Digit ${symbol}` : "Blank");
      // The cell keeps the focus.
      element.addEventListener("pointerdown", (event) => event.preventDefault());
      element.addEventListener("click", () => (this.#isChosen ? this.#type(digit) : this.tell("Choose a cell first.")));
      return element;
    };
    pad.replaceChildren(...symbols.map((symbol, at) => key(symbol, at + 1)), key("", 0));
  }

  // Shows these cells, or none. `margin` is what the picture has around the cells, in cells.
  show(shape, margin, hasFocus = false) {
    this.#shape = shape;
    this.element.remove();
    this.#showPad();
    if (!shape) return;
    const { rows, columns, cells } = shape;
    if (this.#cells.length !== cells.length) this.#begin();
    const [left, top, right, bottom] = margin ?? [0, 0, 0, 0];
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    const [width, height] = [columns + left + right, rows + top + bottom];
    this.element.style.inset = [percent(top, height), percent(right, width), percent(bottom, height), percent(left, width)].join(" ");
    this.element.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    this.element.style.gridTemplateRows = `repeat(${rows}, 1fr)`;
    this.element.classList.toggle("bare", !margin);
    this.element.replaceChildren(...Array.from({ length: rows }, (_, row) => this.#row(row)));
    this.#cells = [...this.element.querySelectorAll("[role=gridcell]")];
    this.place.append(this.element);
    this.#select();
    if (hasFocus) this.#cells[this.#at]?.focus({ preventScroll: true });
  }

  // Another puzzle: no cell of it is chosen yet.
  forget() {
    this.#isChosen = false;
    if (this.#shape) this.#select();
  }

  // What is typed next begins a number.
  #leave() {
    this.#typed = null;
  }

  #begin() {
    this.#isChosen = false;
    this.#at = this.#shape.cells.findIndex((cell) => cell !== null);
  }

  // The cell that Tab comes to; if it is chosen, also that of the pad.
  #select() {
    const cell = this.#cells[this.#at];
    cell?.setAttribute("tabindex", "0");
    cell?.setAttribute("aria-selected", this.#isChosen);
    this.#pad.setAttribute("aria-label", this.#isChosen ? `Digits for ${this.#name(this.#at).toLowerCase()}` : "Digits");
  }

  #name(at) {
    const { columns } = this.#shape;
    return `Row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}`;
  }

  // Marks cells, given as pairs of row and column from 0.
  mark(spots) {
    if (!this.#shape) return;
    const marked = new Set(spots.map(([row, column]) => row * this.#shape.columns + column));
    this.#cells.forEach((cell, at) => {
      cell.classList.toggle("marked", marked.has(at));
      if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", this.#label(at, marked.has(at)));
    });
  }

  #label(at, isMarked = false) {
    return `${this.#name(at)}: ${this.#shape.cells[at] || "blank"}${isMarked ? ", in the contradiction" : ""}`;
  }

  #row(row) {
    const { columns, cells } = this.#shape;
    const element = document.createElement("div");
    element.setAttribute("role", "row");
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const cell = document.createElement("div");
      const digit = cells[at];
      cell.setAttribute("role", "gridcell");
      element.append(cell);
      // A cell that is not there keeps its place.
      if (digit === null) {
        cell.setAttribute("aria-hidden", "true");
        continue;
      }
      cell.setAttribute("tabindex", "-1");
      cell.setAttribute("aria-label", this.#label(at));
      cell.textContent = this.element.classList.contains("bare") ? digit : "";
      cell.addEventListener("focus", () => this.#moved(at));
    }
    return element;
  }

  #moved(at) {
    const before = this.#cells[this.#at];
    before?.setAttribute("tabindex", "-1");
    before?.setAttribute("aria-selected", "false");
    if (at !== this.#at) this.#leave();
    this.#at = at;
    this.#isChosen = true;
    this.#select();
    this.tell("");
  }

  // Goes to this cell, or to the next one in this direction that is there.
  #go(row, column, down, right) {
    const { rows, columns, cells } = this.#shape;
    if (row < 0 || column < 0 || row >= rows || column >= columns) return;
    const at = row * columns + column;
    if (cells[at] === null) this.#go(row + down, column + right, down, right);
    else this.#cells[at].focus();
  }

  // Goes to the first cell, or to the last.
  #goToEnd(key) {
    const isThere = (cell) => !cell.hasAttribute("aria-hidden");
    const cell = key === "Home" ? this.#cells.find(isThere) : this.#cells.filter(isThere).at(-1);
    cell.focus();
  }

  #onKey(event) {
    const { columns, rows } = this.#shape;
    const [row, column] = [Math.floor(this.#at / columns), this.#at % columns];
    const moves = {
      ArrowLeft: [row, column - 1, 0, -1],
      ArrowRight: [row, column + 1, 0, 1],
      ArrowUp: [row - 1, column, -1, 0],
      ArrowDown: [row + 1, column, 1, 0],
      Home: [row, 0, 0, 1],
      End: [row, columns - 1, 0, -1],
      PageUp: [0, column, 1, 0],
      PageDown: [rows - 1, column, -1, 0],
    };
    const { key } = event;
    if (event.ctrlKey && ["Home", "End"].includes(key)) {
      event.preventDefault();
      this.#goToEnd(key);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = this.#digit(key);
    if (!moves[key] && digit === null) return;
    event.preventDefault();
    if (moves[key]) this.#go(...moves[key]);
    else this.#type(digit);
  }

  #type(digit) {
    const { columns } = this.#shape;
    const [row, column] = [Math.floor(this.#at / columns), this.#at % columns];
    const symbol = digit > 0 ? this.#shape.symbols[digit - 1] : "";
    this.#shape.cells[this.#at] = symbol;
    this.#typed = symbol;
    this.put(row + 1, column + 1, digit);
  }

  // The digit that a key means: 0 for a blank, `null` for none. A second key makes 12 of 1 and 2, where there is a 12.
  #digit(key) {
    const { symbols, cells } = this.#shape;
    const begun = this.#typed === cells[this.#at] ? this.#typed : "";
    const longer = begun ? symbols.indexOf(begun + key) : -1;
    if (longer >= 0) return longer + 1;
    if (["Backspace", "Delete", " ", ".", "0"].includes(key)) return 0;
    if (key.length !== 1) return null;
    const found = symbols.findIndex((symbol) => symbol.toLowerCase() === key.toLowerCase());
    return found < 0 ? null : found + 1;
  }
}
