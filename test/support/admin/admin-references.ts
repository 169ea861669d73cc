import { operator, type Cms } from '../../../core/index.ts';
import type { ContentItem, ContentStatus } from '../../../core/vocabulary.ts';
import { chunks } from '../media/media-world.ts';
import { paintedPng } from './painted-png.ts';

const person = { type: 'reference', collection: 'people' };
const text = { type: 'string' };

const schema = {
  type: 'object',
  properties: {
    author: { ...person, title: 'Author' },
    guard: { ...person, title: 'Guard', onDelete: 'refuse' },
    related: {
      type: 'array',
      title: 'Related',
      items: { type: 'reference', collection: 'reports' },
    },
    cover: { type: 'media', title: 'Cover' },
    gallery: { type: 'array', title: 'Gallery', items: { type: 'media' } },
    photo: {
      type: 'object',
      title: 'Photo',
      properties: {
        image: { type: 'media', title: 'Image' },
        alt: { ...text, title: 'Description' },
        width: { type: 'number', title: 'Width' },
        height: { type: 'number', title: 'Height' },
      },
    },
    sections: {
      type: 'blocks',
      title: 'Sections',
      blocks: {
        quote: {
          title: 'Quote',
          properties: { by: { ...person, title: 'By' }, text: { ...text, title: 'Words' } },
        },
      },
    },
    body: { type: 'markdown', title: 'Body' },
  },
};

/** An id that no item has. */
export const noItem = '0b7ad2f0-1f3c-4f5e-8a7d-2f6c3b1a9e80';

/** A key that no file has. */
export const noFile = 'aaaaaaaaaaaaaaaaaaaaaaaaaa/gone.png';

type Write = (
  title: string,
  data?: Record<string, unknown>,
  status?: ContentStatus,
) => Promise<ContentItem>;

/** Creates two collections, of which `reports` refers to `people` and to files in every way. */
export const createReports = async (
  cms: Cms,
): Promise<{ readonly report: Write; readonly human: Write }> => {
  await cms.collections.create(operator, { name: 'people', displayName: 'People' });
  await cms.collections.create(operator, { name: 'reports', displayName: 'Reports', schema });
  const writer =
    (collection: string): Write =>
    (title, data = {}, status = 'draft') =>
      cms.content.create(operator, { collection, title, status, data: data as never });
  return { report: writer('reports'), human: writer('people') };
};

/** Stores an image. @param size other sizes give other files. */
export const storeImage = async (
  cms: Cms,
  name: string,
  { alt = '', width = 90 }: { readonly alt?: string; readonly width?: number } = {},
) => {
  const file = await cms.media.upload(operator, {
    originalName: name,
    body: chunks(paintedPng(width, 60)),
    folder: () => undefined,
  });
  return alt === '' ? file : cms.media.update(operator, file.id, { alt });
};
