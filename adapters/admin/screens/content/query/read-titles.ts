import { readSummaries } from '../../../api/read-summaries.ts';
import type { ListState } from '../list-state.ts';
import type { ListPage } from '../read-list.ts';
import { valuesAt, type Titles } from './cell.tsx';
import { conditionsOf, splitAlternatives } from './conditions.ts';
import { columnFields, type ListField } from './list-fields.ts';

/** The ids of the items to which columns and conditions refer. */
export const referredIds = (
  state: ListState,
  data: ListPage['data'] | undefined,
  fields: readonly ListField[],
): readonly string[] => {
  const references = fields.filter(({ kind }) => kind === 'uuid');
  const shown = columnFields(references, state.columns);
  return [
    ...[...(data?.values() ?? [])].flatMap((each) =>
      shown.flatMap((field) => valuesAt(each, field).map(String)),
    ),
    ...conditionsOf(state)
      .filter(({ path }) => references.some((field) => field.path === path))
      .flatMap(({ value }) => splitAlternatives(value)),
  ];
};

/** @throws ApiError, OfflineError. */
export const readTitles = async (ids: readonly string[]): Promise<Titles> =>
  new Map((await readSummaries(ids)).map(({ id, title }) => [id, title]));
