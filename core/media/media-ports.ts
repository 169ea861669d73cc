import type { Tell } from '../events/tell.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Ports } from '../ports/ports.ts';

/** What the media use cases need. */
export interface MediaPorts extends Pick<
  Ports,
  'media' | 'blobs' | 'clock' | 'ids' | 'secrets' | 'mediaInspector' | 'log'
> {
  readonly ask: AskHooks;
  readonly tell: Tell;
  /** Bytes. */
  readonly uploadMaxBytes: number;
}
