import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { START } from "./app/app-state";
import { EngineClient } from "./engine/client";
import { takeEarly } from "./first/early";
import { findFirstExample, openFirst } from "./first/first-example";
import { keepOffline } from "./offline/offline";
import { setFramed } from "./ui/framed";
import { applyDetails } from "./ui/preferences";
import { applyTheme } from "./ui/theme";
import "./ui/ui.css";

setFramed(window.parent !== window);
applyTheme();
applyDetails();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
const early = takeEarly(root);
const first = findFirstExample();
const client = new EngineClient();
const start = first === null ? START : { ...START, session: openFirst(first, client) };
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <App start={start} client={client} />
    </StrictMode>,
  ),
);
early();
keepOffline();
