import { parser } from '@lezer/html';
import { TreeFragment, type Tree } from '@lezer/common';
import { sharedEnds } from '../../model/shared-ends.ts';

let latest: { readonly text: string; readonly tree: Tree } | undefined;

/**
 * The tree of a text, which tolerates every mistake. Of a text that differs little from the latest one, only that part is
 * parsed again.
 */
export const treeOf = (text: string): Tree => {
  if (latest?.text === text) return latest.tree;
  let fragments: readonly TreeFragment[] = [];
  if (latest !== undefined) {
    const { start, end } = sharedEnds(latest.text, text);
    const change = {
      fromA: start,
      toA: latest.text.length - end,
      fromB: start,
      toB: text.length - end,
    };
    fragments = TreeFragment.applyChanges(TreeFragment.addTree(latest.tree), [change]);
  }
  latest = { text, tree: parser.parse(text, fragments) };
  return latest.tree;
};

/** A text that was parsed. */
export interface Source {
  readonly read: (from: number, to: number) => string;
  readonly length: number;
  readonly tree: Tree;
}

export const sourceOf = (text: string): Source => ({
  read: (from, to) => text.slice(from, to),
  length: text.length,
  tree: treeOf(text),
});
