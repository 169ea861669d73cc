import { addEvents } from '../memory-outbox-repository.ts';
import type { MemoryPart } from './memory-part.ts';

export const eventPart: MemoryPart = {
  apply: (tables, { parts: { event } }) => addEvents(tables, event),
};
