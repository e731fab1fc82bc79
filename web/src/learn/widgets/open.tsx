/** For tests: a widget by itself, with the real worker. */
import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { Inspector, InspectorContext } from "../../session/inspector";
import "../../ui/ui.css";

export async function open(widget: ReactNode) {
  return render(<InspectorContext value={new Inspector()}>{widget}</InspectorContext>);
}
