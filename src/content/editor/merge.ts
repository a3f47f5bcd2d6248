import type { Block, BlockDocument } from "../contract.ts";

/** A hunk of two versions: the same in both, or different in each. */
export type Hunk = { same: Block[] } | { mine: Block[]; theirs: Block[] };
export type Choice = "mine" | "theirs" | "both";

/** Compares two versions block by block: the longest common subsequence stays, the rest is to be chosen. */
export function hunksOf(mine: BlockDocument, theirs: BlockDocument): Hunk[] {
  const [left, right] = [mine.blocks, theirs.blocks];
  const names = { left: left.map(nameOf), right: right.map(nameOf) };
  const lengths = commonLengths(names.left, names.right);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [mineHere, theirsHere] = [left[i], right[j]];
    if (mineHere !== undefined && theirsHere !== undefined && names.left[i] === names.right[j]) {
      push(hunks, "same", mineHere);
      i += 1;
      j += 1;
    } else if (mineHere !== undefined && (theirsHere === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(hunks, "mine", mineHere);
      i += 1;
    } else if (theirsHere !== undefined) {
      push(hunks, "theirs", theirsHere);
      j += 1;
    }
  }
  return hunks;
}

/** Merges two versions by the choices made for the differing hunks, in their order. */
export function merged(hunks: readonly Hunk[], choices: readonly Choice[]): BlockDocument {
  let differing = 0;
  return {
    blocks: hunks.flatMap((hunk) => {
      if ("same" in hunk) return hunk.same;
      const choice = choices[differing++] ?? "both";
      if (choice === "mine") return hunk.mine;
      return choice === "theirs" ? hunk.theirs : [...hunk.theirs, ...hunk.mine];
    }),
  };
}

function push(hunks: Hunk[], side: "same" | "mine" | "theirs", block: Block): void {
  const last = hunks.at(-1);
  if (side === "same") {
    if (last !== undefined && "same" in last) last.same.push(block);
    else hunks.push({ same: [block] });
    return;
  }
  if (last !== undefined && "mine" in last) last[side].push(block);
  else hunks.push({ mine: [], theirs: [], [side]: [block] });
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
