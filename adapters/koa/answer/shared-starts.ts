import { compressStart, type CompressedStart } from './compression.ts';
import type { ContentCoding } from './content-coding.ts';

type Starts = Map<ContentCoding, Promise<CompressedStart>>;

/** By the texts. A page that is kept in memory is compressed once. */
const known = new WeakMap<Uint8Array, Starts>();

/** Like `compressStart`, but compresses each text once while it is in memory. */
export const sharedStart = (text: Uint8Array, coding: ContentCoding): Promise<CompressedStart> => {
  const starts: Starts = known.get(text) ?? new Map();
  known.set(text, starts);
  const found = starts.get(coding);
  if (found !== undefined) return found;
  const start = compressStart(text, coding);
  starts.set(coding, start);
  start.catch(() => starts.delete(coding));
  return start;
};
