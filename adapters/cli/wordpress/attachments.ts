import { posix } from 'node:path';
import { decodePercent } from '../../../core/index.ts';
import { derivedId } from '../markdown/derived-id.ts';
import { isFileAddress } from '../markdown/file-address.ts';
import { mediaFolder } from '../markdown/local-file.ts';
import type { SourceFile } from '../systems/source-system.ts';
import { timeOf } from './wxr-time.ts';
import type { WxrItem } from './wxr-item.ts';

/** The files of a site, by the addresses that texts use for them. */
export interface Attachments {
  readonly add: (item: WxrItem) => void;
  readonly ofId: (id: string) => SourceFile | undefined;
  /** Also for the sizes that WordPress makes of a picture, and for a file of the site that is no attachment. */
  readonly at: (address: string) => SourceFile | undefined;
}

/** @param site the address of the site, whose files may be named without it. */
export const attachmentsOf = (site: () => string): Attachments => {
  const byId = new Map<string, SourceFile>();
  const byKey = new Map<string, SourceFile>();
  const keyOf = (address: string): string => addressKey(address, site());
  return {
    add: (item) => {
      const found = attachmentOf(item, site());
      if (found === undefined) return;
      // Its texts are parts of the text that the parser has got, which they would keep in memory.
      const file = structuredClone(found);
      byId.set(item.texts.get('wp:post_id') ?? '', file);
      const key = keyOf(file.url);
      byKey.set(key, file);
      // The sizes of a large picture have the name of the original.
      const original = key.replace(/-(?:scaled|rotated)(\.\w+)$/, '$1');
      if (!byKey.has(original)) byKey.set(original, file);
    },
    ofId: (id) => byId.get(id),
    at: (address) => {
      const key = keyOf(address);
      return (
        byKey.get(key) ??
        byKey.get(key.replace(/-\d+x\d+(\.\w+)$/, '$1')) ??
        unlistedFile(address, key, site())
      );
    },
  };
};

/** The path of an address on the site, otherwise host and path. Sites are reached with and without `www` and encryption. */
const addressKey = (address: string, site: string): string => {
  const url = URL.parse(address, site);
  if (url === null) return '';
  const path = decodePercent(url.pathname).normalize('NFC');
  return hostOf(url) === hostOf(URL.parse(site)) ? path : `${hostOf(url)}${path}`;
};

const hostOf = (url: URL | null): string => url?.host.replace(/^www\./, '') ?? '';

export const attachmentOf = ({ texts, fields }: WxrItem, site: string): SourceFile | undefined => {
  const url = texts.get('wp:attachment_url')?.trim() ?? '';
  if (!URL.canParse(url)) return undefined;
  const alt = fields.find(([name]) => name === '_wp_attachment_image_alt')?.[1];
  return {
    ...fileAt(url, site),
    alt,
    caption: texts.get('excerpt:encoded'),
    createdAt: timeOf(texts.get('wp:post_date_gmt')) ?? timeOf(texts.get('wp:post_date')),
  };
};

/** An export of posts only has no attachments. */
const unlistedFile = (address: string, key: string, site: string): SourceFile | undefined => {
  const url = URL.parse(address, site);
  const isUpload = key.startsWith('/') && key.includes('/wp-content/uploads/');
  return url !== null && isUpload && isFileAddress(key) ? fileAt(url.href, site) : undefined;
};

const fileAt = (
  url: string,
  site: string,
): Pick<SourceFile, 'id' | 'source' | 'name' | 'folder' | 'url'> => {
  const key = addressKey(url, site);
  return {
    id: derivedId('wordpress', siteKey(site), 'file', key),
    source: url,
    name: posix.basename(key),
    folder: mediaFolder(posix.dirname(key).replace(/^.*\/uploads(?=\/|$)/, '')),
    url,
  };
};

/** The same for all addresses of a site. */
export const siteKey = (site: string): string =>
  site
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
