import { useMemo, useState } from "react";
import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import type { Block, BlockDocument } from "../../contract.ts";
import { BlockText } from "../block-text.tsx";
import { Dialog } from "../dialog.tsx";
import { merged, hunksOf, type Choice, type Hunk } from "./merge.ts";
import { documentOf, type Version } from "../session.ts";

type ConflictProps = {
  /** A sentence that says how the two versions came about. */
  told: string;
  mine: BlockDocument;
  theirs: Version;
  onMerge: (document: BlockDocument) => void;
  onClose: () => void;
};

/** Merges two versions of a text: equal blocks stay, and the operator chooses for each difference. */
export function ConflictDialog({ told, mine, theirs, onMerge, onClose }: ConflictProps) {
  const hunks = useMemo(() => hunksOf(mine, documentOf(theirs.content)), [mine, theirs]);
  const differing = hunks.filter((hunk) => "mine" in hunk);
  const [choices, setChoices] = useState<Choice[]>(() => differing.map(() => "both"));
  const choose = (at: number, choice: Choice) => setChoices(choices.map((one, index) => (index === at ? choice : one)));
  return (
    <Dialog title={m.operators_ui_conflict()} size="wide" onClose={onClose}>
      <p>{told}</p>
      <div className="op-merge">
        {hunks.map((hunk, at) => {
          if ("same" in hunk)
            return (
              <div key={at} className="op-same op-text">
                <BlockText blocks={hunk.same} />
              </div>
            );
          const own = differing.indexOf(hunk);
          return (
            <Difference
              key={at}
              number={own + 1}
              hunk={hunk}
              choice={choices[own] ?? "both"}
              onChoose={(choice) => choose(own, choice)}
            />
          );
        })}
      </div>
      <p className="op-actions">
        <Button isMain onClick={() => onMerge(merged(hunks, choices))}>
          {m.operators_ui_merge()}
        </Button>
        <Button onClick={onClose}>{m.operators_ui_conflict_later()}</Button>
      </p>
    </Dialog>
  );
}

type DifferenceProps = {
  number: number;
  hunk: Exclude<Hunk, { same: Block[] }>;
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

function Difference({ number, hunk, choice, onChoose }: DifferenceProps) {
  const options: [Choice, string][] = [
    ["mine", m.operators_ui_mine()],
    ["theirs", m.operators_ui_theirs()],
    ["both", m.operators_ui_both()],
  ];
  return (
    <fieldset className="op-difference" data-choice={choice}>
      <legend>{m.operators_ui_difference({ number })}</legend>
      <div className="op-sides">
        <Side name={m.operators_ui_mine()} blocks={hunk.mine} isKept={choice !== "theirs"} />
        <Side name={m.operators_ui_theirs()} blocks={hunk.theirs} isKept={choice !== "mine"} />
      </div>
      <div className="op-choices">
        {options.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={`difference-${number}`}
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Side({ name, blocks, isKept }: { name: string; blocks: Block[]; isKept: boolean }) {
  return (
    <div className={isKept ? "op-side" : "op-side op-dropped"}>
      <b>{name}</b>
      <div className="op-text">
        {blocks.length === 0 ? <p>{m.operators_ui_nothing()}</p> : <BlockText blocks={blocks} />}
      </div>
    </div>
  );
}
