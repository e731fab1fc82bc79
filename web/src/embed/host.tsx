/** Answers the page around this one, or the one that opened it, which has to be allowed by the person. */
import { useEffect, useState } from "react";
import type { Inspector } from "../session/inspector";
import { Button } from "../ui/button";
import { PageDialog } from "../ui/dialog";
import { answerHost } from "./messages";

type Asked = { origin: string; name: string; answer: (take: boolean) => void };

export function Host({ inspector }: { inspector: Inspector }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      answerHost(
        inspector,
        (origin, name) =>
          new Promise((answer) => {
            setAsked((before) => {
              before?.answer(false);
              return { origin, name, answer };
            });
          }),
      ),
    [inspector],
  );
  if (asked === null) return null;
  const { origin, name, answer } = asked;
  const close = (take: boolean) => {
    answer(take);
    setAsked(null);
  };
  return (
    <PageDialog title="Open what another page sends?" onClose={() => close(false)}>
      <p>
        <strong>{origin === "null" ? "A page without an address" : origin}</strong> opened this page and wants to show “
        {name}” in it. It replaces what is open now. Nothing is sent back but the number of blocks and errors.
      </p>
      <p>
        <Button look="primary" onClick={() => close(true)}>
          Open
        </Button>{" "}
        <Button onClick={() => close(false)}>Don’t open</Button>
      </p>
    </PageDialog>
  );
}
