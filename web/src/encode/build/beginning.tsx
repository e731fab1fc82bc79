/** Shown in an empty builder: what to do, and examples to begin with. */

import { Button } from "../../ui/button";
import { Stack } from "../../ui/layout";
import { useComposer } from "../composer";
import { buildingOf } from "../composition";
import { BUILD_EXAMPLES } from "../examples";
import styles from "./build.module.css";

export function Beginning({ onOpened }: { onOpened?: () => void }) {
  const composer = useComposer();
  return (
    <Stack small className={styles.beginning}>
      <p>
        Write a field above, or paste <code>name: value</code> lines, the output of <code>curl -v</code>, or headers
        copied from a browser's network tools. The representations of each field, their cost, the block's bytes and the
        table update as you type.
      </p>
      <p className="dim">Or start with one of these:</p>
      <Stack as="ul" gap="small" aria-label="Examples">
        {BUILD_EXAMPLES.map(({ id, title, about, composition }) => (
          <li key={id}>
            <Button
              onClick={() => {
                composer.open(buildingOf(composition));
                onOpened?.();
              }}
            >
              {title}
            </Button>{" "}
            <span className="dim">{about}</span>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
