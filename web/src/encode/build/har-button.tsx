/** Opens header lists from a HAR archive, each as a block. */

import { useRef } from "react";
import type { FieldText } from "../../engine/types";
import { Button } from "../../ui/button";
import { PageDialog } from "../../ui/dialog";
import { counted } from "../../ui/figures";
import { Row, Stack } from "../../ui/layout";
import { tip } from "../../ui/tip";
import { useComposed, useComposer } from "../composer";
import styles from "./build.module.css";

export function HarButton() {
  const composer = useComposer();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...tip("Adds the requests and responses of a HAR archive as blocks")}
        onClick={() => file.current?.click()}
      >
        HAR…
      </Button>
      <input
        ref={file}
        type="file"
        accept=".har,application/json"
        className="sr-only"
        aria-label="HAR archive"
        tabIndex={-1}
        onChange={(event) => {
          const [archive] = event.target.files ?? [];
          if (archive !== undefined) composer.openArchive(archive);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** The header lists of an opened archive, to choose from. */
export function HarLists() {
  const composer = useComposer();
  const lists = useComposed((state) => state.offered);
  if (lists === null) return null;
  return (
    <PageDialog title="Requests in this HAR" onClose={() => composer.addLists([])}>
      {lists.length === 0 ? (
        <p>This file has no header lists. Save a HAR file from your browser's network tools and choose it.</p>
      ) : (
        <>
          <p className="dim">Each list is added as a new block. Requests and responses use separate tables.</p>
          <Stack as="ul" gap="line" className={styles.harLists}>
            {lists.slice(0, SHOWN).map((list, number) => (
              <li key={number}>
                <Button look="link" onClick={() => composer.addLists([list])}>
                  {titleOf(list)}
                </Button>{" "}
                <span className="dim">{counted(list.length, "field")}</span>
              </li>
            ))}
          </Stack>
          <Row>
            <Button onClick={() => composer.addLists(lists.filter(isRequest))}>All requests</Button>
            <Button onClick={() => composer.addLists(lists.filter((list) => !isRequest(list)))}>All responses</Button>
          </Row>
        </>
      )}
    </PageDialog>
  );
}

/** Number of lists shown. */
const SHOWN = 200;

function isRequest(list: FieldText[]): boolean {
  return list.some(({ name }) => name === ":method");
}

function titleOf(list: FieldText[]): string {
  const value = (name: string) => list.find((field) => field.name === name)?.value;
  const status = value(":status");
  if (status !== undefined) return `${status} ${value("content-type") ?? ""}`;
  return `${value(":method") ?? ""} ${value(":authority") ?? ""}${value(":path") ?? ""}`;
}
