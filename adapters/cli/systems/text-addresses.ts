import { replaceAddresses } from '../markdown/document-files.ts';
import type { Reference } from '../markdown/file-address.ts';
import { findHtmlReferences, findRawSections } from '../markdown/references/html-references.ts';
import { blank, withoutOverlap } from '../markdown/references/spans.ts';

/** The addresses in a text of HTML. A text that is one address as a whole counts as one. */
export const findAddresses = (text: string): readonly string[] =>
  isAddress(text) ? [text] : referencesIn(text).map(({ address }) => address);

/** Replaces the addresses of files that are stored. All other characters stay. */
export const replaceFiles = (text: string, urls: ReadonlyMap<string, string>): string => {
  if (isAddress(text)) return urls.get(text) ?? text;
  return urls.size === 0
    ? text
    : replaceAddresses(text, referencesIn(text), ({ address }) => urls.get(address));
};

const isAddress = (text: string): boolean => /^(?:https?:\/)?\/[^\s<>"]+$/.test(text);

const referencesIn = (html: string): readonly Reference[] =>
  html.includes('<')
    ? withoutOverlap([...findHtmlReferences(blank(html, [...findRawSections(html)]), 0)])
    : [];
