// Runs before anything is painted, while the page's own script is still being loaded: sets the theme, and shows the first
// example if nothing else is asked for. If something is, the WebAssembly package is fetched at once, otherwise when the
// example has been painted, or at the first input.
(() => {
  const root = document.getElementById("root");
  const example = document.getElementById("first-example");
  let { core } = document.currentScript.dataset;

  function fetchCore() {
    if (core === undefined || root.dataset.started !== undefined) return;
    // After the page's script, where the server can choose.
    fetch(core, { priority: "low" }).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    );
    core = undefined;
  }

  // The page's script waits for it too, but not for longer than until it has nothing else to do.
  window.firstInput = new Promise((resolve) => {
    for (const kind of ["pointerdown", "keydown", "paste", "dragenter"])
      addEventListener(kind, resolve, { once: true, capture: true });
  });

  /** Where site data is blocked, even asking for a storage throws. */
  function kept(storage) {
    try {
      return Object.entries(window[storage]);
    } catch {
      return [];
    }
  }

  const local = kept("localStorage");
  const theme = local.find(([key]) => key === "theme")?.[1];
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  // It is drawn for wide windows and panels of the usual sizes; otherwise the page draws it, a little later.
  const isOwnLayout = local.some(([key]) => key === "details" || key === "grid" || key.startsWith("panels:"));
  const isUsual = !isOwnLayout && matchMedia("(min-width: 1280px) and (min-height: 600px)").matches;
  const isServed = new URLSearchParams(location.search).has("inputs");
  const isAsked = isServed || location.hash !== "" || kept("sessionStorage").some(([key]) => key === "open");
  if (isAsked) fetchCore();
  else window.firstInput.then(fetchCore);
  if (!isUsual || isAsked) return;

  root.append(example.content.cloneNode(true));
  // The page's policy forbids styles in HTML, but not those that a script sets.
  for (const element of root.querySelectorAll("[data-style]")) element.style.cssText = element.dataset.style;
  requestAnimationFrame(() => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(fetchCore)));
  // It was drawn in the light theme, which the button for the other one shows.
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const sign = root.querySelector("[aria-label='Use the dark theme'] span");
  if (isDark && sign !== null) sign.textContent = "☾";
  // What is pasted waits for the page's script; what is typed is in the text field.
  window.early = null;
  addEventListener("paste", (event) => {
    if (root.dataset.started !== undefined || event.target instanceof HTMLTextAreaElement) return;
    window.early = { text: event.clipboardData.getData("text/plain"), files: [...event.clipboardData.files] };
  });
})();
