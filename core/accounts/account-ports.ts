import type { Tell } from '../events/tell.ts';
import type { Ports } from '../ports/ports.ts';

/** What the use cases on accounts need. */
export interface AccountPorts extends Pick<
  Ports,
  'users' | 'sessions' | 'collections' | 'unitOfWork' | 'limiter' | 'clock' | 'ids' | 'passwords'
> {
  readonly tell: Tell;
}
