import type { Actor } from '../access/actor.ts';
import { visibilityFor } from '../access/visibility.ts';
import { DomainError } from '../errors.ts';
import type { ContentFilter, SizedItem } from '../ports/content-repository.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../time.ts';
import { dataLimits, type ContentItem } from './content-item.ts';

/** Holds large pages to so many at a time: each has a portion in memory until it was sent. */
export interface LargePages {
  /** @returns how to leave again. @throws DomainError `overloaded` when there are too many. */
  enter(): () => void;
}

/** What a page is read in: any one item fits. */
const portionBytes = dataLimits.bytes;

const largePagesMax = 8;

export const largePages = (): LargePages => {
  let open = 0;
  return {
    enter: () => {
      if (open >= largePagesMax) {
        throw new DomainError('overloaded', 'Too many large lists are being read at the moment', {
          details: 'Try again later, or ask for fewer items at a time',
          retryAfterMs: 5 * second,
        });
      }
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
};

/**
 * The items of a large page, portion by portion: each is read when it is asked for, by a statement of
 * its own, so that a slow reader holds nothing of the database. Every portion is what the reader may
 * see and the list has at that moment; what went or changed away in between is left out.
 *
 * @throws DomainError `overloaded` at the first portion.
 */
export async function* readPortions(
  ports: Pick<Ports, 'contents' | 'settings'> & { readonly largePages: LargePages },
  actor: Actor,
  filter: Omit<ContentFilter, 'visibility'>,
  page: readonly SizedItem[],
): AsyncGenerator<readonly ContentItem[]> {
  const leave = ports.largePages.enter();
  try {
    for (const ids of portionsOf(page)) {
      const visibility = visibilityFor(actor, await ports.settings.load());
      const found = await ports.contents.listAmong(ids, { ...filter, visibility });
      const byId = new Map(found.map((item) => [item.id, item]));
      yield ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
    }
  } finally {
    leave();
  }
}

/** As many at a time as have no more data together than a portion may, and one at least. */
const portionsOf = (page: readonly SizedItem[]): readonly (readonly string[])[] => {
  const portions: string[][] = [];
  let left = 0;
  for (const { id, bytes } of page) {
    if (portions.length === 0 || bytes > left) {
      portions.push([]);
      left = portionBytes;
    }
    portions.at(-1)?.push(id);
    left -= bytes;
  }
  return portions;
};
