import { join } from 'node:path';
import { InvalidFile, readTextFile, UnwantedFile } from './text-file.ts';
import { readImage, type ImageFile } from './image-file.ts';
import { imageResolver } from './image-resolver.ts';
import { parseDocument, type DocumentRules, type MarkdownDocument } from './markdown-document.ts';
import { scanFolder, type SkippedFile } from './scan-folder.ts';

/** A folder of Markdown. Files are read one by one; only paths stay in memory. */
export interface MarkdownFolder {
  /** The name of the collection for the documents. */
  readonly collection: string;
  /** Relative to the folder, with slashes, sorted. */
  readonly documents: readonly string[];
  /** Documents that cannot be read. */
  readonly skipped: readonly SkippedFile[];
  /** @param path one of `documents`. */
  readonly readDocument: (path: string) => Promise<ReadDocument>;
  /** @param path one of the `images` of a document. */
  readonly readImage: (path: string) => Promise<ImageFile>;
}

export type ReadDocument =
  | { readonly kind: 'document'; readonly document: MarkdownDocument }
  | { readonly kind: 'skipped'; readonly file: SkippedFile };

/** Lists the files of the folder. */
export const openMarkdownFolder = async (
  folder: string,
  rules: DocumentRules,
): Promise<MarkdownFolder> => {
  const { root, documents, images, skipped } = await scanFolder(folder);
  const resolve = imageResolver(images);
  return {
    collection: rules.collection,
    documents,
    skipped,
    readDocument: async (path) => {
      try {
        const text = await readTextFile(join(root, path));
        return { kind: 'document', document: parseDocument(path, text, rules, resolve) };
      } catch (error) {
        if (error instanceof InvalidFile) return skip(path, error.message, true);
        if (error instanceof UnwantedFile) return skip(path, error.message, false);
        throw error;
      }
    },
    readImage: (path) => readImage(root, path),
  };
};

const skip = (path: string, reason: string, broken: boolean): ReadDocument => ({
  kind: 'skipped',
  file: { path, reason, broken },
});
