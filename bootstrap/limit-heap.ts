import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage when the heap has grown by half since the last collection. By default it grows to three
 * times its size first, which is most of the memory of a service under load. See ADR 0047.
 */
export const limitHeap = (): void => setFlagsFromString('--heap-growing-percent=50');
