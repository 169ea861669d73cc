import { posix } from 'node:path';
import {
  isFileAddress,
  isMediaAddress,
  mediaKindOf,
  type MediaKind,
  type Reference,
} from './file-address.ts';

/** `![[pool.png|300]]` or `[[report.pdf|Report]]`; in a table, the bar has a backslash. */
const wikiLink = /(?<![\\\w])(!?)\[\[([^[\]\n|]+?)(?:(\\?\|)([^[\]\n]*))?\]\](?![(:])/g;

/** `300` or `300x200`. */
const size = /^\d+(?:x\d+)?$/;

/** Finds files in the links of wikis such as Obsidian. Links to other notes are not references. */
export function* findWikiReferences(text: string): Generator<Reference> {
  for (const match of text.matchAll(wikiLink)) {
    const [matched, embed = '', target = '', bar = '|', alias = ''] = match;
    if (!isFileAddress(target)) continue;
    const path = target.replace(/#.*$/, '');
    const parts = alias.split(/\\?\|/).filter((part) => part !== '');
    const words = parts.filter((part) => !size.test(part)).join(' ');
    const label = [
      words === '' ? posix.basename(path) : words,
      ...parts.filter((p) => size.test(p)),
    ];
    const kind = embed === '' ? undefined : mediaKindOf(path);
    yield {
      address: `[[${target}]]`,
      start: match.index,
      end: match.index + matched.length,
      // `[[v1.2.final]]` is a note.
      ...(!isMediaAddress(target) && { isOptional: true }),
      replace: (url) => toMarkdown(kind, label, bar, url),
    };
  }
}

/** The size of an image stays as Obsidian writes it in Markdown: `![Pool|300](pool.png)`. */
const toMarkdown = (
  kind: MediaKind | undefined,
  label: readonly string[],
  bar: string,
  url: string,
): string => {
  if (kind === 'image') return `![${label.join(bar)}](${url})`;
  if (kind === 'audio' || kind === 'video') return `<${kind} controls src="${url}"></${kind}>`;
  return `[${label[0] ?? ''}](${url})`;
};
