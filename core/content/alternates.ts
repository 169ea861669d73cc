import type { BasedRead } from '../model/basis.ts';
import type { Alternate } from '../ports/repositories/content-repository.ts';
import type { Decided } from './read-on-basis.ts';

/** By the id of an item, what the caller sees of its group, in the order of the locales. */
export type Alternates = ReadonlyMap<string, readonly Alternate[]>;

/** How many items a list with alternates has at most. */
export const alternatesMax = 200;

/**
 * Adds the alternates of items to what was read. Not with the preview token of an item, which shows nothing else, and not while
 * the service has no locales.
 *
 * @param idsOf the items.
 */
export const withAlternates =
  <Found extends { readonly alternates?: Alternates | undefined }>(
    read: (decided: Decided) => Promise<BasedRead<Found>>,
    idsOf: (found: Found) => readonly string[],
  ) =>
  async (decided: Decided): Promise<BasedRead<Found>> => {
    const found = await read(decided);
    const { view, basis, repositories, previewed, only } = decided;
    const { locales } = view;
    if (!found.isCurrent || locales === undefined) return found;
    if (previewed !== undefined || only !== undefined) return found;
    const ids = idsOf(found.value);
    const all = await repositories.contents.listAlternates(ids, view, basis);
    if (!all.isCurrent) return all;
    const places = new Map(locales.map((code, index) => [code, index]));
    const placeOf = ({ locale }: Alternate): number => places.get(locale) ?? locales.length;
    const groups = Map.groupBy(
      all.value.toSorted((left, right) => placeOf(left) - placeOf(right)),
      ({ groupId }) => groupId,
    );
    const groupsById = new Map(all.value.map(({ id, groupId }) => [id, groupId]));
    const alternates = new Map(
      ids.flatMap((id) => {
        const group = groups.get(groupsById.get(id) ?? '');
        return group === undefined ? [] : [[id, group] as const];
      }),
    );
    const { snapshot } = found;
    return {
      isCurrent: true,
      value: { ...found.value, alternates },
      snapshot: snapshot === all.snapshot ? snapshot : undefined,
    };
  };
