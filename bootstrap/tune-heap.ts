import { setFlagsFromString } from 'node:v8';

/** Sets how V8 uses the heap. For processes that serve requests. */
export const tuneHeap = (): void => {
  // Collects garbage when the heap has grown by three tenths since the last collection. By default it grows to three
  // times its size first, which is most of the memory of a service under load. See ADR 0047.
  setFlagsFromString('--heap-growing-percent=30');
  // Otherwise V8 learns, while the cache fills, to allocate parts of requests in the old generation.
  // See ADR 0047.
  setFlagsFromString('--no-allocation-site-pretenuring');
};
