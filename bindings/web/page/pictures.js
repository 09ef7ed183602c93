// Pictures, and answers with their text.

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

async function copy(text, button) {
  const label = (button.dataset.label ??= button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed here";
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A figure of something drawn: `{text, board, picture}`, with buttons to copy and to save it. A square picture is this wide.
function figure(drawn, name, caption, width = 420) {
  const { text, board, picture } = drawn;
  const shown = picture ? pictureElement(picture) : make("pre", { textContent: board ?? text, tabIndex: 0 });
  const copying = make("button", { type: "button", textContent: "Copy text" });
  copying.addEventListener("click", () => copy(text, copying));
  const saving = picture ? make("button", { type: "button", textContent: "Save SVG" }) : null;
  saving?.addEventListener("click", () => download(picture, `${name}.svg`));
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
