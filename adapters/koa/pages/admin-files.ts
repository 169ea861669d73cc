import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { html } from '../../http/pages/html.ts';

/** The built files of the admin: a page, and assets whose names contain a hash of their bytes. */
export interface AdminFiles {
  /**
   * The page with the name of the site as its title, and the base URL of media files; undefined if the admin is
   * not built.
   */
  readonly page: (siteName: string, mediaBaseUrl: string) => Promise<string | undefined>;
  /**
   * One asset in the first of the encodings `br` and `gzip` that the client accepts, else unpacked. Undefined if there is
   * none of this name.
   *
   * @param encodings in the order of the client's preference.
   */
  readonly asset: (name: string, encodings: readonly string[]) => Promise<AdminAsset | undefined>;
}

export interface AdminAsset {
  readonly type: string;
  readonly bytes: Buffer;
  /** A value of `Content-Encoding`; undefined for the bytes themselves. */
  readonly encoding: string | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The parts of the built page that are replaced. */
const title = '<title>Admin</title>';
const mediaBase = '<meta name="media-base" content="/files" />';

const isEncoding = (encoding: string): boolean => encoding === 'br' || encoding === 'gzip';

/** Reads the files in a folder when they are requested; the names of the assets, once. */
export const adminFiles = (folder: string): AdminFiles => {
  const converted = new Map<string, Buffer>();
  let listing: Promise<ReadonlySet<string>> | undefined;
  const names = (): Promise<ReadonlySet<string>> => {
    listing ??= readdir(join(folder, 'assets')).then(
      (entries) => new Set(entries),
      () => new Set(),
    );
    return listing;
  };
  return {
    page: async (siteName, mediaBaseUrl) => {
      const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
      return page
        ?.replace(
          mediaBase,
          () => html`<meta name="media-base" content="${mediaBaseUrl}" />`.markup,
        )
        .replace(title, () => html`<title>${siteName}</title>`.markup);
    },
    asset: async (name, encodings) => {
      const files = await names();
      const type = types[extname(name)];
      // Built files are stored in one form. The others are made once, for clients that need them.
      if (type === undefined || !files.has(`${name}.br`)) return undefined;
      const encoding = encodings.find(isEncoding);
      const read = (): Promise<Buffer> => readFile(join(folder, 'assets', `${name}.br`));
      if (encoding === 'br') return { type, encoding, bytes: await read() };
      const key = `${encoding ?? 'plain'} ${name}`;
      const made = converted.get(key) ?? (await convert(await read(), encoding));
      converted.set(key, made);
      return { type, encoding, bytes: made };
    },
  };
};

const convert = async (stored: Buffer, encoding: string | undefined): Promise<Buffer> => {
  const bytes = await promisify(brotliDecompress)(stored);
  return encoding === undefined ? bytes : promisify(gzip)(bytes, { level: 9 });
};
