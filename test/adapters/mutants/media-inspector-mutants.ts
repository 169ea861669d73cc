import { FileTypeMediaInspector } from '../../../adapters/file-type/file-type-media-inspector.ts';
import type { MediaFacts } from '../../../core/index.ts';
import {
  mediaInspectorSuite,
  type MediaInspectorSubject,
} from '../../conformance/media-inspector.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

/** Alters what an inspector found out. */
const finding =
  (
    alter: (facts: MediaFacts, head: Uint8Array, name: string) => MediaFacts,
  ): Mutant<MediaInspectorSubject>['make'] =>
  ({ inspector }) => ({
    inspector: {
      inspect: async (head, name) => alter(await inspector.inspect(head, name), head, name),
    },
  });

const nothing: MediaFacts = { mimeType: undefined, width: undefined, height: undefined };

const textOf = (head: Uint8Array): string => Buffer.from(head).toString('latin1');

export const mediaInspectorMutants = mutantsOf<MediaInspectorSubject>(
  mediaInspectorSuite,
  () => ({ inspector: new FileTypeMediaInspector() }),
  [
    {
      fault: 'mistakes width for height',
      caughtBy: 'images tell their type and size',
      make: finding(({ mimeType, width, height }) => ({ mimeType, width: height, height: width })),
    },
    {
      fault: 'takes every photo for a wide one',
      caughtBy: 'a photo that lies on its side has the size at which it is shown',
      make: finding((facts) => {
        const { mimeType, width = 0, height = 0 } = facts;
        if (mimeType !== 'image/jpeg' || width >= height) return facts;
        return { mimeType, width: height, height: width };
      }),
    },
    {
      fault: 'wants the root of an SVG at the very start',
      caughtBy: 'an SVG is told by its root element',
      make: finding((facts, head) =>
        facts.mimeType === 'image/svg+xml' && !textOf(head).startsWith('<svg') ? nothing : facts,
      ),
    },
    {
      fault: 'gives every SVG a size',
      caughtBy: 'an SVG that gives itself no size in pixels has none',
      make: finding((facts) => {
        const { mimeType, width = 300, height = 150 } = facts;
        return mimeType === 'image/svg+xml' ? { mimeType, width, height } : facts;
      }),
    },
    {
      fault: 'takes all sound and film for the same',
      caughtBy: 'audio and video tell their type',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType?.replace(/^audio\/.*/, 'audio/mpeg'),
      })),
    },
    {
      fault: 'does not look at the name of an old office file',
      caughtBy: 'documents tell their type',
      make: ({ inspector }) => ({
        inspector: {
          inspect: (head, name) => inspector.inspect(head, name.replace('.ppt', '.doc')),
        },
      }),
    },
    {
      fault: 'takes every text for plain',
      caughtBy: 'programs are told apart from texts and images',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType?.replace(/^text\/.*/, 'text/plain'),
      })),
    },
    {
      fault: 'believes the name',
      caughtBy: 'the name never turns one binary format into another',
      make: finding((facts, _, name) =>
        name.endsWith('.gif') ? { ...facts, mimeType: 'image/gif' } : facts,
      ),
    },
    {
      fault: 'looks for programs everywhere',
      caughtBy: 'an image that hides a program stays an image',
      make: finding((facts, head) =>
        textOf(head).includes('<script') ? { ...nothing, mimeType: 'text/html' } : facts,
      ),
    },
    {
      fault: 'has a name for what it does not know',
      caughtBy: 'bytes that tell nothing have no type',
      make: finding((facts) => ({
        ...facts,
        mimeType: facts.mimeType ?? 'application/octet-stream',
      })),
    },
    {
      fault: 'wants every text to end with a whole character',
      caughtBy: 'a long text may be cut within a character',
      make: finding((facts, head) => ((head.at(-1) ?? 0) > 0xbf ? nothing : facts)),
    },
    {
      fault: 'throws at a broken image',
      caughtBy: 'a broken image has a type and no size',
      make: finding((facts) => {
        if (facts.mimeType === 'image/jpeg' && facts.width === undefined) throw new Error('broken');
        return facts;
      }),
    },
  ],
);
