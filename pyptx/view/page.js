const packed = document.getElementById("packed");
if (packed) {
  const bytes = Uint8Array.from(atob(packed.innerHTML), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  packed.outerHTML = await new Response(stream).text();
}

const rows = [...document.querySelectorAll("tr[data-k]")], byKey = {};
for (const row of rows) for (const key of row.dataset.k.split(" ")) (byKey[key] ??= []).push(row);
const isPython = (row) => row.dataset.k[0] === "y";
let kept = null;

// A PTX line selects its machine code and its Python line; a Python line, all that it wrote.
function partners(row) {
  const [first, second] = row.dataset.k.split(" ");
  return [...byKey[first], ...(byKey[second] ?? []).filter(isPython)];
}
function select(row, scrolls) {
  for (const each of document.querySelectorAll("tr.on")) each.classList.remove("on");
  const seen = new Set([row.closest("section")]);
  for (const each of partners(row)) {
    each.classList.add("on");
    const section = each.closest("section");
    if (scrolls && !seen.has(section)) each.scrollIntoView({ block: "center" });
    seen.add(section);
  }
}
function keep(row) {
  kept = row;
  location.hash = row.dataset.k.split(" ")[0];
  select(row, true);
}
document.addEventListener("mouseover", (event) => {
  const row = event.target.closest("tr[data-k]");
  if (row && !kept) select(row, false);
});
document.addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-k]");
  if (row) keep(row);
  else if (!event.target.closest("nav,footer")) kept = null;
});

const tabs = [...document.querySelectorAll("main")], buttons = [...document.querySelectorAll("nav button")];
function show(tab) {
  tabs.forEach((each, number) => {
    each.classList.toggle("on", each === tab);
    buttons[number]?.classList.toggle("on", each === tab);
  });
}
buttons.forEach((button, number) => button.addEventListener("click", () => show(tabs[number])));
show(tabs[0]);

// A report selects the line above it.
function reveal(row) {
  row.scrollIntoView({ block: "center" });
  let line = row;
  while (!line.dataset.k) line = line.previousElementSibling;
  keep(line);
}
const places = { h: -1, n: -1 };
document.addEventListener("keydown", (event) => {
  const tab = document.querySelector("main.on");
  const listed = event.key === "h"
    ? [...tab.querySelectorAll("tr[data-h]")].sort((one, other) => other.dataset.h - one.dataset.h)
    : event.key === "n" ? [...tab.querySelectorAll("section:nth-child(2) tr:is(.fault,.other,.slow)")] : [];
  if (!listed.length) return;
  places[event.key] = (places[event.key] + 1) % listed.length;
  reveal(listed[places[event.key]]);
});
if (location.hash) {
  const row = byKey[decodeURIComponent(location.hash.slice(1))]?.[0];
  if (row) {
    show(row.closest("main"));
    reveal(row);
  }
} else {
  const fault = document.querySelector("main.on section:nth-child(2) tr.fault");
  if (fault) reveal(fault);
}
