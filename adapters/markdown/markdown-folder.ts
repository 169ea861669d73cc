import { join } from 'node:path';
import { BrokenFile } from './broken-file.ts';
import { readText } from './document-text.ts';
import { readImage, type ImageFile } from './image-file.ts';
import { imageResolver } from './image-resolver.ts';
import { parseDocument, type DocumentRules, type MarkdownDocument } from './markdown-document.ts';
import { scanFolder, type SkippedFile } from './scan-folder.ts';

/** A folder of Markdown, read file by file: only paths are held, never texts. */
export interface MarkdownFolder {
  /** Relative to the folder, with slashes, sorted. */
  readonly documents: readonly string[];
  /** What looks like a document and cannot be read as one. */
  readonly skipped: readonly SkippedFile[];
  /** @param path one of `documents`. */
  readonly readDocument: (path: string) => Promise<ReadDocument>;
  /** @param path one of the images that a document names. */
  readonly readImage: (path: string) => Promise<ImageFile>;
}

export type ReadDocument =
  | { readonly kind: 'document'; readonly document: MarkdownDocument }
  | { readonly kind: 'skipped'; readonly file: SkippedFile };

/** Looks through the folder. What is in its files is read later, one by one. */
export const openMarkdownFolder = async (
  folder: string,
  rules: DocumentRules,
): Promise<MarkdownFolder> => {
  const { root, documents, images, skipped } = await scanFolder(folder);
  const resolve = imageResolver(images);
  return {
    documents,
    skipped,
    readDocument: async (path) => {
      try {
        const document = parseDocument(path, await readText(join(root, path)), rules, resolve);
        return document === undefined
          ? skip(path, aboutFolder, false)
          : { kind: 'document', document };
      } catch (error) {
        if (error instanceof BrokenFile) return skip(path, error.message, true);
        throw error;
      }
    },
    readImage: (path) => readImage(root, path),
  };
};

const aboutFolder = 'it is about the folder and has no front matter';

const skip = (path: string, reason: string, broken: boolean): ReadDocument => ({
  kind: 'skipped',
  file: { path, reason, broken },
});
