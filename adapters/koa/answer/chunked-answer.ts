import { lengthOfChunks } from '../../../core/index.ts';
import type { Step } from '../request-state.ts';

/** JSON text in UTF-8. */
export class JsonChunks {
  /** Can be empty, and the same for many answers. */
  readonly first: readonly Uint8Array[];
  readonly last: Uint8Array;

  constructor(first: readonly Uint8Array[], last: Uint8Array) {
    this.first = first;
    this.last = last;
  }
}

export const lengthOf = ({ first, last }: JsonChunks): number =>
  lengthOfChunks(first) + last.length;

/**
 * Sends the chunks that precede the body, which is the last one. Joining them takes more time than sending
 * them. Must be the first step: nothing can be added to the head afterwards.
 *
 * Node sends no body for HEAD, and nothing to a client that has disconnected.
 */
export const sendFirstChunks: Step = async (ctx, next) => {
  await next();
  for (const chunk of ctx.state.firstChunks ?? []) ctx.res.write(chunk);
};
