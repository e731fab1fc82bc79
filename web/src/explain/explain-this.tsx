/** Opens the page that explains a block. */

import { useNavigate } from "../address/navigate";
import { commandProps } from "../commands/command-props";
import { useInspector, usePageInspector } from "../session/inspector";
import { START } from "../session/selection";
import { Button } from "../ui/button";

export function ExplainThis({ block }: { block: number }) {
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
    <Button data-kept="" {...commandProps("explain-block")} onClick={explain}>
      Explain
    </Button>
  );
}
