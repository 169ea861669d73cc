import { withParagraphs } from './paragraphs.ts';
import { findShortcodes } from './shortcodes.ts';

/** The text of a post, and what WordPress would do with it. */
export interface PostHtml {
  readonly html: string;
  /** The blocks whose text only WordPress can make, each as often as it occurs. */
  readonly emptyBlocks: readonly string[];
  readonly shortcodes: readonly string[];
  /** Whether paragraphs were made at blank lines. */
  readonly hasNewParagraphs: boolean;
}

const comment = /<!--[\s\S]*?(?:-->|$)/g;

/** A comment of the block editor: the name of the block. */
const blockStart = /^<!--\s+\/?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s/;

/**
 * Removes the comments of the block editor. A text without them is one of the older editor, which leaves the paragraphs to
 * WordPress: it gets them here.
 */
export const readPostHtml = (source: string): PostHtml => {
  const emptyBlocks: string[] = [];
  let isOfBlocks = false;
  const withoutComments = source.replace(comment, (text) => {
    const [, name] = blockStart.exec(text) ?? [];
    if (name === undefined || !text.endsWith('-->')) return text;
    isOfBlocks = true;
    if (text.endsWith('/-->')) emptyBlocks.push(name);
    return '';
  });
  const html = isOfBlocks ? withoutComments : withParagraphs(source);
  return {
    html,
    emptyBlocks,
    shortcodes: findShortcodes(html),
    hasNewParagraphs: !isOfBlocks && html !== source,
  };
};
