import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { applyTheme } from "./ui/theme";
import "./ui/ui.css";

applyTheme();
// The worker takes it from the browser's cache, which does not count as a use of what was preloaded.
for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]")) {
  fetch(href).then(
    (response) => response.arrayBuffer(),
    () => {},
  );
}
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
