import { createHash, hash } from 'node:crypto';
import type { Upload } from '../../../contracts/index.ts';
import { second } from '../../../core/vocabulary.ts';

/** Equal for equal parts. */
export const digestOf = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'hex');

/**
 * JSON text without what does not change its meaning: white space, escapes and the order of members. Text that is not
 * JSON stays as it is.
 */
export const canonicalText = (text: string): string => {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    // Also if it is nested too deeply to be sorted.
    return text;
  }
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, sorted(each)] as const);
  // Not an object: the names of its members may have an order of their own.
  return { members: members.sort(([one], [other]) => (one < other ? -1 : 1)) };
};

/** An upload whose bytes are counted in a digest while they are read. */
export interface DigestedUpload {
  /** @param renew called from time to time while bytes arrive. */
  readonly read: (renew: () => Promise<void>) => Upload<unknown>;
  /** Reads what was not read. @throws what the body throws. */
  readonly digest: () => Promise<string>;
}

const renewEveryMs = 10 * second;

export const digestUpload = ({ file, fields }: Upload<unknown>): DigestedUpload => {
  const hashed = createHash('sha256');
  const source = file.bytes[Symbol.asyncIterator]();
  let end: 'none' | 'reached' | { readonly error: unknown } = 'none';
  let renew = async (): Promise<void> => undefined;
  let renewedAt = performance.now();

  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      const result = await source.next();
      if (result.done === true) end = 'reached';
      else hashed.update(result.value);
      if (performance.now() - renewedAt > renewEveryMs) {
        renewedAt = performance.now();
        await renew();
      }
      return result;
    } catch (error) {
      end = { error };
      throw error;
    }
  };

  return {
    read: (renewLease) => {
      renew = renewLease;
      // Without `return`: a reader that stops early leaves the rest for the digest.
      const bytes = { [Symbol.asyncIterator]: () => ({ next }) };
      return { file: { name: file.name, bytes }, fields };
    },
    digest: async () => {
      while (end === 'none') await next();
      if (end !== 'reached') throw end.error;
      return digestOf(
        file.name,
        hashed.digest('hex'),
        canonicalText(JSON.stringify(await fields())),
      );
    },
  };
};
