/** A task where nothing can be typed: the question, its rule, its data, what can be chosen. */
import { Note } from "../../ui/layout";
import { Marked } from "../marked";
import type { Task } from "./exercise";
import { Cells, Given } from "./given";

export function OnPaper({ task: { ask, rule, given, fields } }: { task: Task }) {
  return (
    <>
      <p>
        <Marked text={ask} />
      </p>
      <Note>
        <Marked text={rule} />
      </Note>
      <Given {...given} />
      {fields.map((field) => {
        if (field.is === "bytes")
          return <Cells key={field.name} name={field.label} of={field.options.map(({ shown }) => [shown])} />;
        if (field.is !== "rules") return null;
        return (
          <ul key={field.name}>
            {field.options.map(({ shown }) => (
              <li key={shown}>{shown}</li>
            ))}
          </ul>
        );
      })}
    </>
  );
}
