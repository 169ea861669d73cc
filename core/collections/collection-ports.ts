import type { Tell } from '../events/tell.ts';
import type { Ports } from '../ports/ports.ts';

/** What the collection use cases need. */
export interface CollectionPorts extends Pick<
  Ports,
  'collections' | 'unitOfWork' | 'clock' | 'ids' | 'secrets' | 'patterns'
> {
  readonly tell: Tell;
}
