import { splitLanguage } from './languages.ts';

/** The names that links of Hugo, Jekyll and Docusaurus can use for documents. */
export interface DocumentNames {
  /** @param link with or without extension, folders and fragment. */
  readonly has: (link: string) => boolean;
}

/** @param documents their paths. */
export const documentNames = (documents: readonly string[]): DocumentNames => {
  const tails = new Set<string>();
  for (const path of documents) {
    const segments = plainName(path).split('/');
    for (const index of segments.keys()) tails.add(segments.slice(index).join('/'));
  }
  return {
    has: (link) => {
      const name = plainName(link.replace(/[?#].*$/s, ''));
      return name === '' || tails.has(name);
    },
  };
};

/** Without extension, language, `index`, and dots and slashes at both ends. */
const plainName = (path: string): string => {
  const stem = path.normalize('NFC').replace(/\.(?:md|markdown|mdx)$/i, '');
  return splitLanguage(stem)
    .base.toLowerCase()
    .replace(/^[./]+|\/+$/g, '')
    .replace(/(?:^|\/)_?index$/, '');
};
