import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../formatted/looks.ts';
import { blocks, opaque, textBlocks } from './elements.ts';
import type { Source } from './language.ts';
import { nameOf } from './nodes.ts';

/** A piece of text without block tags in it, and without the white space beside them, which readers do not see. */
export interface Run extends Part {
  /** The block that contains it; undefined for text outside of blocks. */
  readonly block: SyntaxNode | undefined;
  /** Where the tags before it begin that open blocks: what is before them belongs to the run before. */
  readonly start: number;
  /** Whether it is a divider or an embedded page, in which nothing can be written. */
  readonly isAtom: boolean;
}

/** Collects the runs of the tokens of a text. */
const collect = (read: Source['read']) => {
  const runs: { -readonly [name in keyof Run]: Run[name] }[] = [];
  let run: (typeof runs)[number] | undefined;
  /** The block that was opened last, while there is nothing in it. */
  let empty: { readonly block: SyntaxNode; readonly at: number } | undefined;
  let start: number | undefined;

  const end = (): void => {
    run = undefined;
  };
  const add = (from: number, to: number, block: SyntaxNode | undefined, isAtom = false): void => {
    empty = undefined;
    if (run === undefined || isAtom) {
      run = { from, to, block, isAtom, start: start ?? from };
      runs.push(run);
      start = undefined;
      if (isAtom) end();
    } else run.to = to;
  };
  const endEmpty = (): void => {
    if (empty === undefined) return;
    const { block, at } = empty;
    add(at, at, block);
    end();
  };
  return {
    runs,
    text: (from: number, to: number, block: SyntaxNode | undefined, isExact: boolean): void => {
      const text = read(from, to);
      // A space at the end of a paragraph is one that is being typed.
      const edge = (pattern: RegExp): number =>
        isExact ? 0 : (pattern.exec(text)?.[0].length ?? 0);
      const before = run === undefined ? edge(/^\s*\n\s*/) : 0;
      const after = edge(/\s*\n\s*$/);
      const isBlank = text.trim() === '' && run === undefined && empty === undefined && !isExact;
      if (before + after < text.length && !isBlank) add(from + before, to - after, block);
    },
    add,
    open: (tag: Part, block: SyntaxNode, isText: boolean): void => {
      end();
      start ??= tag.from;
      empty = isText ? { block, at: tag.to } : undefined;
    },
    close: (block: SyntaxNode): void => {
      end();
      if (empty !== undefined && empty.block.from === block.from) endEmpty();
      empty = undefined;
    },
    finish: (): void => {
      end();
      endEmpty();
    },
  };
};

/** An element while its content is read. */
interface Opened {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Undefined for an element within a line. */
  readonly block: SyntaxNode | undefined;
}

/** The runs of a text, or of a part of it, in their order. */
export const runsOf = (
  { read, tree, length }: Source,
  { from, to }: Part = { from: 0, to: length },
): readonly Run[] => {
  const elements: Opened[] = [];
  const around: Opened[] = [];
  const found = collect(read);
  tree.iterate({
    from,
    to,
    enter: (ref) => {
      const { name } = ref;
      const outer = around.at(-1);
      const block = outer?.block;
      if (name === 'Element') {
        const tag = nameOf({ read }, ref);
        if (opaque.has(tag) || tag === 'hr') {
          found.add(ref.from, ref.to, block, tag === 'hr' || tag === 'iframe');
          return false;
        }
        const node = blocks.has(tag) ? ref.node : undefined;
        const opened = { from: ref.from, to: ref.to, name: tag, block: node };
        elements.push(opened);
        if (node !== undefined) {
          around.push(opened);
          found.open(node.firstChild ?? node, node, textBlocks.has(tag));
        }
        return true;
      }
      if (name === 'Document' || ref.from === ref.to) return true;
      if (name === 'Text') {
        found.text(ref.from, ref.to, block, outer?.name === 'pre');
        return false;
      }
      const isTag = name === 'OpenTag' || name === 'SelfClosingTag' || name === 'CloseTag';
      if (!isTag || elements.at(-1)?.block === undefined) found.add(ref.from, ref.to, block);
      return false;
    },
    leave: ({ name }) => {
      if (name !== 'Element') return;
      const left = elements.pop();
      if (left?.block === undefined) return;
      found.close(left.block);
      around.pop();
    },
  });
  found.finish();
  return found.runs;
};
