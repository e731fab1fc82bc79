/** What was built, in Inspect: the blocks as text with the right start. */
import { useInspector } from "../../inspect/inspector";
import { useNavigate } from "../../navigate";
import { DEFAULT_OPTIONS } from "../../session/options";
import { useComposed } from "../composer";
import { asInput, isEmpty } from "../export/input";

export function OpenInInspect() {
  const answer = useComposed((state) => state.answer);
  const inspector = useInspector();
  const navigate = useNavigate();

  function open() {
    if (answer === null) return;
    const { text, options } = asInput(answer.of, answer.composed);
    const { engine } = inspector.store.get().options;
    navigate("inspect");
    inspector.open({ kind: "text", text }, null, { ...DEFAULT_OPTIONS, engine, ...options });
  }

  return (
    <button
      type="button"
      className="button button-primary"
      disabled={answer === null || isEmpty(answer.composed)}
      onClick={open}
    >
      Open in Inspect
    </button>
  );
}
