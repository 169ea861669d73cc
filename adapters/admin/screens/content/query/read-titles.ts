import type { ListState } from '../list-state.ts';
import { readSummaries, type ListPage } from '../read-list.ts';
import { valuesAt, type Titles } from './cell.tsx';
import { conditionsOf, splitAlternatives } from './conditions.ts';
import { columnFields, type ListField } from './list-fields.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The titles of the items to which columns and conditions refer. @throws ApiError, OfflineError. */
export const readTitles = async (
  state: ListState,
  data: ListPage['data'] | undefined,
  fields: readonly ListField[],
): Promise<Titles> => {
  const references = fields.filter(({ kind }) => kind === 'uuid');
  const shown = columnFields(references, state.columns);
  const ids = [
    ...[...(data?.values() ?? [])].flatMap((each) =>
      shown.flatMap((field) => valuesAt(each, field)),
    ),
    ...conditionsOf(state)
      .filter(({ path }) => references.some((field) => field.path === path))
      .flatMap(({ value }) => splitAlternatives(value)),
  ]
    .map((id) => String(id).toLowerCase())
    .filter((id) => uuid.test(id));
  const found = await readSummaries([...new Set(ids)]);
  return new Map(found.map(({ id, title }) => [id, title]));
};
