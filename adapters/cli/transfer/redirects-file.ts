import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** A page of the source, and the item that it has become. */
export interface MovedPage {
  /** On the site of the source. */
  readonly path: string;
  readonly collection: string;
  readonly slug: string;
}

export interface RedirectsFile extends AsyncDisposable {
  readonly add: (page: MovedPage) => void;
}

/** Writes a table with a row for each page: its old path, the collection and the slug. Replaces an earlier one. */
export const openRedirectsFile = async (path: string): Promise<RedirectsFile> => {
  const file = await open(path, 'w');
  const stream = file.createWriteStream();
  const ended = finished(stream);
  // The end of the import throws it.
  ended.catch(() => undefined);
  return {
    add: (page) => {
      stream.write(`${[page.path, page.collection, page.slug].map(cellOf).join(',')}\n`);
    },
    [Symbol.asyncDispose]: async () => {
      stream.end();
      await ended;
    },
  };
};

const cellOf = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
