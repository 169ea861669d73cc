import type { Actor, Cms } from '../../../core/index.ts';
import type { MediaFile } from '../../../core/vocabulary.ts';
import { png } from '../../conformance/media/media-samples.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';

export const picture = png(3, 2);

/** A text of this many bytes, in chunks of 1,000. */
export async function* longText(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= 1_000) {
    yield new Uint8Array(Math.min(left, 1_000)).fill(0x61);
  }
}

export async function* chunks(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

export const bytesOf = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(body));

export interface WatchedSource {
  readonly body: AsyncIterable<Uint8Array>;
  /** The number of bytes that were read. */
  readonly taken: () => number;
  /** Whether the reader has released it. */
  readonly isReleased: () => boolean;
}

/** A source that records how it is used. */
export const watched = (source: AsyncGenerator<Uint8Array>): WatchedSource => {
  let taken = 0;
  let isReleased = false;
  async function* watch(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        taken += chunk.length;
        yield chunk;
      }
    } finally {
      isReleased = true;
    }
  }
  return { body: watch(), taken: () => taken, isReleased: () => isReleased };
};

export interface MediaWorld extends CoreWorld {
  /** Uploads an image, or the given fields. */
  readonly upload: (actor: Actor, fields?: Partial<Upload>, cms?: Cms) => Promise<MediaFile>;
  /** The keys of all objects. */
  readonly objects: () => Promise<readonly string[]>;
  /** All records, in every state. */
  readonly records: () => Promise<readonly MediaFile[]>;
  /** Ready records without an object, and objects without a record. */
  readonly contradictions: () => Promise<readonly string[]>;
}

type Upload = Parameters<Cms['media']['upload']>[1];

export const mediaWorld = async (options: MemoryCmsOptions = {}): Promise<MediaWorld> => {
  const world = await coreWorld(options);
  const { blobs, store } = world.ports;
  const { media } = store.repositories;

  const objects = async (): Promise<readonly string[]> =>
    (await blobs.list(undefined, 10_000)).map(({ key }) => key);
  const records = async (): Promise<readonly MediaFile[]> => [
    ...(await media.list({ limit: 10_000, offset: 0 })),
    ...(await media.listUnfinished(Infinity, 1_000)),
  ];
  return {
    ...world,
    upload: (actor, fields = {}, cms = world.cms) =>
      cms.media.upload(actor, {
        originalName: 'Ein Bild.png',
        body: chunks(picture),
        folder: () => undefined,
        ...fields,
      }),
    objects,
    records,
    contradictions: async () => {
      const known = await records();
      const there = await objects();
      const missing = known.filter(({ state, key }) => state === 'ready' && !there.includes(key));
      const orphans = there.filter((key) => !known.some((file) => file.key === key));
      return [
        ...missing.map(({ key }) => `no object for the ready record ${key}`),
        ...orphans.map((key) => `no record for the object ${key}`),
      ];
    },
  };
};
