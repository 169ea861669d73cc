import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Formats that only texts are written in. */
const textFormats =
  /\.(?:rst|rest|textile|org|adoc|asciidoc|asc|mediawiki|wiki|creole|dj|typ|tex|rtf|docx?|odt|pages|ipynb)$/i;

/** Formats that templates and pages have, too: one with front matter and a text is a document. */
const pageFormats =
  /\.(?:x?html?|txt|text|njk|liquid|haml|slim|pug|jade|hbs|mustache|ejs|erb|vto|webc)$/i;

/** Folders with parts of pages. */
const partFolders =
  /(?:^|\/)(?:_?layouts?|_?includes?|_?partials?|_?templates?|_?components?|_?shortcodes|archetypes|themes|_site)\//i;

const frontMatter =
  /^\uFEFF?\s*(?:---|\+\+\+|;;;)[^\n]*\n[\s\S]*?\n(?:---|\+\+\+|;;;)[ \t]*\r?\n\s*\S/;

/** The names that Pelican reads from the head of a page. */
const metadata = /<meta\s+name\s*=\s*["']?(?:date|slug|status|tags|category|authors?|summary)\b/i;

/**
 * Finds the files that look like documents in formats that the import does not read.
 *
 * @param files their paths, relative to the folder.
 */
export const findOtherDocuments = async (
  root: string,
  files: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const path of files) {
    if (partFolders.test(path)) continue;
    const isText = textFormats.test(path);
    if (!isText && !pageFormats.test(path)) continue;
    const head = await readHead(join(root, path));
    const isDocument = isText
      ? head.trim() !== ''
      : frontMatter.test(head) || (/\.x?html?$/i.test(path) && metadata.test(head));
    if (isDocument) found.push(path);
  }
  return found;
};

const headBytes = 16_384;

/** @returns an empty text for a file that cannot be read. */
const readHead = async (path: string): Promise<string> => {
  try {
    await using handle = await open(path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
};
