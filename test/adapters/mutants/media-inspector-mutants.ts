import { FileTypeMediaInspector } from '../../../adapters/file-type/file-type-media-inspector.ts';
import type { MediaFacts } from '../../../core/index.ts';
import {
  mediaInspectorSuite,
  type MediaInspectorSubject,
} from '../../conformance/media/media-inspector.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

/** Changes the result of the inspector. */
const finding =
  (
    alter: (facts: MediaFacts, head: Uint8Array, name: string) => MediaFacts,
  ): Mutant<MediaInspectorSubject>['make'] =>
  ({ inspector }) => ({
    inspector: {
      inspect: async (head, name) => alter(await inspector.inspect(head, name), head, name),
      measure: (...input) => inspector.measure(...input),
    },
  });

const nothing: MediaFacts = { mimeType: undefined, width: undefined, height: undefined };

const textOf = (head: Uint8Array): string => Buffer.from(head).toString('latin1');

export const mediaInspectorMutants = mutantsOf<MediaInspectorSubject>(
  mediaInspectorSuite,
  () => ({ inspector: new FileTypeMediaInspector() }),
  [
    {
      fault: 'swaps width and height',
      caughtBy: 'images have a type and a size',
      make: finding(({ mimeType, width, height }) => ({ mimeType, width: height, height: width })),
    },
    {
      fault: 'reports every photo as landscape',
      caughtBy: 'a rotated photo has the size at which it is displayed',
      make: finding((facts) => {
        const { mimeType, width = 0, height = 0 } = facts;
        if (mimeType !== 'image/jpeg' || width >= height) return facts;
        return { mimeType, width: height, height: width };
      }),
    },
    {
      fault: 'expects the root of an SVG at the start',
      caughtBy: 'an SVG is recognized by its root element',
      make: finding((facts, head) =>
        facts.mimeType === 'image/svg+xml' && !textOf(head).startsWith('<svg') ? nothing : facts,
      ),
    },
    {
      fault: 'reports a default size of an SVG',
      caughtBy: 'an SVG without a size in pixels has no size',
      make: finding((facts) => {
        const { mimeType, width = 300, height = 150 } = facts;
        return mimeType === 'image/svg+xml' ? { mimeType, width, height } : facts;
      }),
    },
    {
      fault: 'measures the first bytes only',
      caughtBy: 'an image is measured behind its metadata, and at the end of its file',
      make: ({ inspector }) => ({
        inspector: {
          inspect: (...input) => inspector.inspect(...input),
          measure: async () => ({ width: undefined, height: undefined }),
        },
      }),
    },
    {
      fault: 'reads images to their end',
      caughtBy: 'no more is read than what tells the size',
      make: ({ inspector }) => ({
        inspector: {
          inspect: (...input) => inspector.inspect(...input),
          measure: async (bytes, mimeType) => {
            const read = bytes[Symbol.asyncIterator]();
            const copy = { [Symbol.asyncIterator]: () => ({ next: () => read.next() }) };
            return inspector.measure(copy, mimeType);
          },
        },
      }),
    },
    {
      fault: 'reports all audio as MP3',
      caughtBy: 'audio and video have a type',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType?.replace(/^audio\/.*/, 'audio/mpeg'),
      })),
    },
    {
      fault: 'ignores the extension of an old Office file',
      caughtBy: 'documents have a type',
      make: ({ inspector }) => ({
        inspector: {
          inspect: (head, name) => inspector.inspect(head, name.replace('.ppt', '.doc')),
          measure: (...input) => inspector.measure(...input),
        },
      }),
    },
    {
      fault: 'reports every text as plain text',
      caughtBy: 'programs and scripts are not mistaken for plain text or images',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType?.replace(/^text\/.*/, 'text/plain'),
      })),
    },
    {
      fault: 'prefers the file extension',
      caughtBy: 'the file name does not change the type of a binary format',
      make: finding((facts, _, name) =>
        name.endsWith('.gif') ? { ...facts, mimeType: 'image/gif' } : facts,
      ),
    },
    {
      fault: 'searches for scripts in all bytes',
      caughtBy: 'an image that contains a script is an image',
      make: finding((facts, head) =>
        textOf(head).includes('<script') ? { ...nothing, mimeType: 'text/html' } : facts,
      ),
    },
    {
      fault: 'has a default type',
      caughtBy: 'unknown bytes have no type',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType ?? 'application/octet-stream',
      })),
    },
    {
      fault: 'rejects texts that end within a character',
      caughtBy: 'a long text can be cut off within a character',
      make: finding((facts, head) => ((head.at(-1) ?? 0) > 0xbf ? nothing : facts)),
    },
    {
      fault: 'throws for a broken image',
      caughtBy: 'a broken image has a type but no size',
      make: finding((facts) => {
        if (facts.mimeType === 'image/jpeg' && facts.width === undefined) throw new Error('broken');
        return facts;
      }),
    },
  ],
);
