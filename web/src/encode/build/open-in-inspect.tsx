/** Opens the composition in Inspect: the blocks as text, with the right start. */

import { useNavigate } from "../../address/navigate";
import { usePageInspector } from "../../session/inspector";
import { DEFAULT_OPTIONS } from "../../session/options";
import { Button } from "../../ui/button";
import { useComposed, useComposer } from "../composer";
import { isEmpty } from "../export/blocks";
import { asInput } from "../export/input";

export function OpenInInspect() {
  const answer = useComposed((state) => state.answer);
  const composer = useComposer();
  const inspector = usePageInspector();
  const navigate = useNavigate();

  async function open() {
    if (answer === null) return;
    const input = asInput(answer.of, answer.composed);
    const { text, options } = input ?? { text: await composer.write("text"), options: {} };
    const { engine } = inspector.store.get().options;
    navigate("inspect");
    inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options });
  }

  return (
    <Button look="primary" disabled={answer === null || isEmpty(answer.composed)} onClick={open}>
      Open in Inspect
    </Button>
  );
}
