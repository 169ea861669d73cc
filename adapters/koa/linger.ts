import { second } from '../../core/index.ts';
import type { Step } from './request-state.ts';

const lingerMs = 30 * second;

/**
 * Answers may come before a body has been read whole. Then the rest is read and dropped for a
 * while: a client that is still sending would meet a closed connection instead of its answer.
 */
export const lingerOverBody: Step = async ({ req, res }, next) => {
  res.once('finish', () => {
    if (req.complete) return;
    const patience = setTimeout(() => req.destroy(), lingerMs).unref();
    req.once('close', () => clearTimeout(patience));
    req.resume();
  });
  await next();
};
