import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';

/** A file that the page `/docs` loads. */
export interface DocsAsset {
  /** Contains a hash of the bytes, so that browsers may cache it forever. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
}

export interface DocsAssets {
  readonly script: DocsAsset;
  readonly style: DocsAsset;
}

let loading: Promise<DocsAssets> | undefined;

/** The files of Swagger UI; the first call reads and converts them, later calls return the same. */
export const loadDocsAssets = (): Promise<DocsAssets> => {
  loading ??= readAssets().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const readAssets = async (): Promise<DocsAssets> => {
  const [script, style] = await Promise.all([
    readAsset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    readAsset('swagger-ui.css', 'text/css; charset=utf-8'),
  ]);
  return { script, style };
};

const readAsset = async (name: string, type: string): Promise<DocsAsset> => {
  const stored = await readFile(new URL(`swagger-ui/${name}.br`, import.meta.url));
  const bytes = await promisify(brotliDecompress)(stored);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const gzipped = await promisify(gzip)(bytes, { level: 9 });
  return { path: `/docs/${hash}/${name}`, type, bytes, gzipped };
};
