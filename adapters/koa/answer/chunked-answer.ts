import type { Step } from '../request-state.ts';

/** JSON text in UTF-8. */
export class JsonChunks {
  readonly chunks: readonly Uint8Array[];

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks;
  }
}

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
