/** Encoding: blocks built field by field, and a whole connection encoded in another way. */

import type { EncodeTab } from "../address/link";
import { useNavigate } from "../address/navigate";
import { TabView } from "../ui/tab-view";
import { ViewTitle } from "../ui/title";
import { Build } from "./build/build";
import { WhatIf } from "./what-if/what-if";

export default function EncodeView({ tab }: { tab: EncodeTab }) {
  const navigate = useNavigate();
  return (
    <>
      <ViewTitle parts={tab === "build" ? ["Encode"] : ["What if", "Encode"]} />
      <TabView<EncodeTab>
        label="Parts of the Encode view"
        parts={[
          { id: "build", title: "Build", panel: <Build /> },
          { id: "what-if", title: "What if", panel: <WhatIf /> },
        ]}
        chosen={tab}
        onChoose={(tab) => navigate("encode", tab)}
      />
    </>
  );
}
