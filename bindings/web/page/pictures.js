// Pictures in the theme of the page, and answers with their text.

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Disables a button, or not. Its focus goes to a neighbour, so that it is not lost.
function disable(element, is, neighbour) {
  const hadFocus = document.activeElement === element;
  element.disabled = is;
  if (is && hadFocus) neighbour.focus({ preventScroll: true });
}

// Words in which `code` stands between backquotes, as nodes.
function coded(words) {
  return words.split("`").map((part, at) => (at % 2 ? make("code", { textContent: part }) : part));
}

// Words in a live region. The same words again are not read aloud again.
function sayIn(id, words) {
  const nodes = make("p", {}, ...coded(words));
  const element = document.getElementById(id);
  if (element.textContent !== nodes.textContent) element.replaceChildren(...nodes.childNodes);
}

// The theme that the page has been given: `auto`, `light` or `dark`.
function themeOfPage() {
  return document.documentElement.dataset.theme ?? "auto";
}

// The picture as an element in the theme of the page. Its own style asks what the system has; a theme that was chosen takes
// one half of that.
function pictureElement(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const picture = document.importNode(parsed, true);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  const style = picture.querySelector("style");
  if (style) {
    picture.dataset.style = style.textContent;
    themePicture(picture);
  }
  return picture;
}

function themePicture(picture) {
  const style = picture.dataset.style;
  const [light, dark] = style.split(/@media ?\(prefers-color-scheme: ?dark\) ?\{/);
  const theme = themeOfPage();
  const end = dark?.lastIndexOf("}");
  if (theme === "light") picture.querySelector("style").textContent = light;
  else if (theme === "dark" && dark) picture.querySelector("style").textContent = light + dark.slice(0, end);
  else picture.querySelector("style").textContent = style;
}

function themePictures() {
  document.querySelectorAll("svg[data-style]").forEach(themePicture);
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

async function copy(text, button) {
  const label = (button.dataset.label ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  sayIn("news", button.textContent);
  setTimeout(() => {
    button.textContent = label;
    sayIn("news", "");
  }, 1500);
}

function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Text that keeps its lines, and can be scrolled by keys.
function plainText(textContent, label) {
  const element = make("pre", { textContent, tabIndex: 0 });
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return element;
}

// A figure of something drawn: `{text, board, picture}`, with buttons to copy and to save it. A square picture is this wide.
function figure(drawn, name, caption, width = 420) {
  const { text, board, picture } = drawn;
  const shown = picture ? pictureElement(picture) : plainText(board ?? text, caption ?? "Answer as text");
  const copying = button("Copy text", () => copy(text, copying));
  const saving = picture ? button("Save SVG", () => download(picture, `${name}.svg`)) : null;
  if (caption) [copying, saving].forEach((one) => one?.setAttribute("aria-label", `${one.textContent}: ${caption}`));
  const below = make("div", { className: "below" }, copying, saving);
  const box = make("div", { className: picture ? "picture" : "plain" }, shown);
  const element = make("figure", {}, caption ? make("figcaption", { textContent: caption }) : null, box, below);
  const size = picture && shown.viewBox.baseVal;
  if (size) box.style.maxWidth = `${Math.min(1.4 * size.width, width * Math.max(1, size.width / size.height))}px`;
  return element;
}

function figures(drawn, name, captions = []) {
  const list = drawn.map((one, place) => figure(one, `${name}-${place + 1}`, captions[place]));
  return make("div", { className: drawn.length > 2 ? "figures" : "figures few" }, ...list);
}
