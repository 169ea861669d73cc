import type { SourceEntry, SourceRemark, SourceSystem } from '../systems/source-system.ts';
import { attachmentOf, attachmentsOf } from './attachments.ts';
import { nameOfPost, readPost, typeOf } from './post.ts';
import type { WxrItem } from './wxr-item.ts';
import { readParts } from './wxr-parts.ts';
import { readStart } from './wxr-text.ts';

/** Whether a file is an export of WordPress (WXR), also a compressed one. */
export const isWordPressExport = async (path: string): Promise<boolean> => {
  const start = await readStart(path);
  return /<rss\b/.test(start) && start.includes('//wordpress.org/export/');
};

/** Items that WordPress keeps and does not show. */
const discarded: ReadonlySet<string> = new Set(['trash', 'auto-draft']);

/**
 * The files of one export, which WordPress and its tools divide if it is large. The first pass reads what posts need of each
 * other: attachments and authors.
 */
export const wordPressExport = (paths: readonly string[]): SourceSystem => {
  let site = '';
  const attachments = attachmentsOf(() => site);
  const authors = new Map<string, string>();
  return {
    name: 'an export of WordPress',
    collectionsOfTypes: { post: 'blog-posts', page: 'pages' },

    survey: async (signal) => {
      const types = new Map<string, number>();
      let total = 0;
      for (const path of paths) {
        for await (const part of readParts(path)) {
          if (signal.aborted) break;
          if (part.kind === 'site') site = part.url;
          if (part.kind === 'author') authors.set(part.login, part.email);
          if (part.kind !== 'item') continue;
          total += 1;
          const type = typeOf(part.item);
          if (isDiscarded(part.item)) continue;
          if (type === 'attachment') attachments.add(part.item);
          else types.set(type, (types.get(type) ?? 0) + 1);
        }
      }
      return { types, total };
    },

    async *entries() {
      let position = 0;
      for (const path of paths) {
        for await (const part of readParts(path)) {
          if (part.kind === 'mistake') {
            yield remarkAbout({
              kind: 'parts that cannot be read',
              source: `${path}, everything below item ${position}`,
              outcome: 'failed',
              message: part.message,
            });
          }
          if (part.kind === 'term') {
            yield remarkAbout({
              kind: 'descriptions of terms',
              source: `${part.taxonomy} ${part.name}`,
              outcome: 'not_read',
              message: 'items have the names of their terms',
            });
          }
          if (part.kind !== 'item') continue;
          position += 1;
          yield* entriesOf(part.item, position);
        }
      }
    },
  };

  function* entriesOf(item: WxrItem, position: number): Generator<SourceEntry> {
    const source = nameOfPost(item);
    if (isDiscarded(item)) {
      const status = item.texts.get('wp:status') ?? '';
      const message = `its status is ${status}`;
      yield remarkAbout({ kind: `items: ${status}`, source, outcome: 'not_read', message });
    } else if (item.isTooLarge) {
      const message = 'it is too large';
      yield remarkAbout({ kind: 'items', source, outcome: 'failed', message });
    } else if (typeOf(item) !== 'attachment') {
      yield {
        kind: 'document',
        document: readPost(item, position, { site, attachments, authors }),
      };
    } else {
      yield* attachmentEntries(item, position);
    }
  }

  function* attachmentEntries(item: WxrItem, position: number): Generator<SourceEntry> {
    const source = nameOfPost(item);
    const file = attachmentOf(item, site);
    if (file === undefined) {
      const message = 'its address is none';
      yield remarkAbout({ kind: 'attachments', source, outcome: 'failed', message });
      return;
    }
    yield { kind: 'file', file, position };
    const about = { source, outcome: 'not_read' } as const;
    if ((item.texts.get('content:encoded') ?? '') !== '') {
      const message = 'media files have no description';
      yield remarkAbout({ ...about, kind: 'descriptions of attachments', message });
    }
    if (item.comments > 0) {
      const message = 'comments of readers are not read';
      yield remarkAbout({ ...about, kind: 'comments', count: item.comments, message });
    }
  }
};

const isDiscarded = ({ texts }: WxrItem): boolean => discarded.has(texts.get('wp:status') ?? '');

const remarkAbout = (remark: SourceRemark): SourceEntry => ({ kind: 'remark', remark });
