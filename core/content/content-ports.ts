import type { ContentCache } from '../caching/content-cache.ts';
import type { Tell } from '../events/tell.ts';
import type { AskHooks } from '../hooks/ask-hooks.ts';
import type { Ports } from '../ports/ports.ts';
import type { LargePages } from './large-page.ts';
import type { Turns } from './turns.ts';

/** What the content use cases need: some ports, and the parts of the core that stand on others. */
export interface ContentPorts extends Pick<
  Ports,
  'contents' | 'collections' | 'settings' | 'clock' | 'ids' | 'patterns' | 'limiter'
> {
  readonly ask: AskHooks;
  readonly tell: Tell;
  readonly contentCache: ContentCache;
  readonly largePages: LargePages;
  /** Of writes to an item, under its id. */
  readonly turns: Turns;
}
