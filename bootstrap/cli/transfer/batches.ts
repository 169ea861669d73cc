export interface BatchLimits<T> {
  readonly items: number;
  readonly bytes: number;
  readonly sizeOf: (item: T) => number;
}

/**
 * Joins items into batches within both limits; one that is over the limit by itself is a batch of
 * its own. A batch leaves before the item that would not fit is taken.
 */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  limits: BatchLimits<T>,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = limits.sizeOf(item);
    if (batch.length > 0 && (batch.length === limits.items || bytes + size > limits.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
