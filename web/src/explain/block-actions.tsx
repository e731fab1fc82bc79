/** What else can be done with a block: actions of the pane of its bytes. */
import { commandProps } from "../commands/command-props";
import { EncodeThis } from "../encode/encode-this";
import { useInspector, usePageInspector } from "../inspector/inspector";
import { useNavigate } from "../session/navigate";
import { START } from "../session/selection";
import { Button } from "../ui/button";

export function BlockActions({ block }: { block: number }) {
  return (
    <>
      <ExplainThis block={block} />
      <EncodeThis block={block} />
    </>
  );
}

function ExplainThis({ block }: { block: number }) {
  const page = usePageInspector();
  const shown = useInspector();
  const navigate = useNavigate();

  async function explain() {
    navigate("explain");
    if (shown === page) return;
    // Of a chapter: what is explained is what Inspect has open.
    const { input, options } = shown.store.get();
    if (await page.open(input, null, options)) page.select({ ...START, block });
  }

  return (
    <Button {...commandProps("explain-block")} onClick={explain}>
      Explain
    </Button>
  );
}
