import type { Block, BlockDocument } from "../../contract.ts";

/** A stretch of two versions: the same in both, or different in each. */
export type Stretch = { same: Block[] } | { mine: Block[]; theirs: Block[] };
export type Choice = "mine" | "theirs" | "both";

/** Compares two versions block by block: the longest common subsequence stays, the rest is to be chosen. */
export function stretchesOf(mine: BlockDocument, theirs: BlockDocument): Stretch[] {
  const [left, right] = [mine.blocks, theirs.blocks];
  const names = { left: left.map(nameOf), right: right.map(nameOf) };
  const lengths = commonLengths(names.left, names.right);
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [mineHere, theirsHere] = [left[i], right[j]];
    if (mineHere !== undefined && theirsHere !== undefined && names.left[i] === names.right[j]) {
      push(stretches, "same", mineHere);
      i += 1;
      j += 1;
    } else if (mineHere !== undefined && (theirsHere === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(stretches, "mine", mineHere);
      i += 1;
    } else if (theirsHere !== undefined) {
      push(stretches, "theirs", theirsHere);
      j += 1;
    }
  }
  return stretches;
}

/** Merges two versions by the choices made for the differing stretches, in their order. */
export function merged(stretches: readonly Stretch[], choices: readonly Choice[]): BlockDocument {
  let differing = 0;
  return {
    blocks: stretches.flatMap((stretch) => {
      if ("same" in stretch) return stretch.same;
      const choice = choices[differing++] ?? "both";
      if (choice === "mine") return stretch.mine;
      return choice === "theirs" ? stretch.theirs : [...stretch.theirs, ...stretch.mine];
    }),
  };
}

function push(stretches: Stretch[], side: "same" | "mine" | "theirs", block: Block): void {
  const last = stretches.at(-1);
  if (side === "same") {
    if (last !== undefined && "same" in last) last.same.push(block);
    else stretches.push({ same: [block] });
    return;
  }
  if (last !== undefined && "mine" in last) last[side].push(block);
  else stretches.push({ mine: [], theirs: [], [side]: [block] });
}

/** Lengths of the longest common subsequences from each pair of positions to the ends. */
function commonLengths(left: string[], right: string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => Array.from({ length: right.length + 1 }, () => 0));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        left[i] === right[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  return lengths;
}

function at(lengths: number[][], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function nameOf(block: Block): string {
  return JSON.stringify(block);
}
