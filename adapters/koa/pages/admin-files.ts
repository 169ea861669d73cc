import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { html } from '../../http/pages/html.ts';

/** The built files of the admin: a page, and assets whose names contain a hash of their bytes. */
export interface AdminFiles {
  /**
   * The page with the name of the site as its title, and the base URL of media files; undefined if the admin is
   * not built.
   */
  readonly page: (siteName: string, mediaBaseUrl: string) => Promise<string | undefined>;
  /**
   * One asset in the first of the encodings in which it exists, else unpacked. Undefined if there is none of this
   * name.
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

/** Of the files that the build compresses, by the value of `Content-Encoding`. */
const suffixes = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/** The parts of the built page that are replaced. */
const title = '<title>Admin</title>';
const mediaBase = '<meta name="media-base" content="/files" />';

/** Reads the files in a folder when they are requested; the names of the assets, once. */
export const adminFiles = (folder: string): AdminFiles => {
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
      // Built files are stored compressed only.
      if (type === undefined || !files.has(`${name}.gz`)) return undefined;
      const read = (suffix: string): Promise<Buffer> =>
        readFile(join(folder, 'assets', name + suffix));
      for (const encoding of encodings) {
        const suffix = suffixes.get(encoding);
        if (suffix !== undefined) return { type, encoding, bytes: await read(suffix) };
      }
      return { type, encoding: undefined, bytes: await promisify(gunzip)(await read('.gz')) };
    },
  };
};
