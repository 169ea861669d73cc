import type { SavedViewDto } from '../../../../../contracts/schemas/saved-view-schemas.ts';
import { atFirstPage, listUrl, stateOf, type ListState } from '../list-state.ts';
import type { ViewQuery } from './saved-views.ts';

/** What a view of a list contains: everything but the page. */
export const viewQueryOf = (state: ListState): ViewQuery =>
  Object.fromEntries(new URL(listUrl(atFirstPage(state)), location.href).searchParams);

/** The list that a view shows. */
export const urlOfQuery = (query: ViewQuery): string =>
  listUrl(atFirstPage(stateOf(new URLSearchParams(query))));

/** Whether a list is that of a view, whatever the page. A view without columns is for any. */
export const isShown = ({ query }: Pick<SavedViewDto, 'query'>, state: ListState): boolean => {
  const ofView = stateOf(new URLSearchParams(query));
  const columns = ofView.columns && state.columns;
  return textOf(ofView) === textOf({ ...state, columns });
};

/** The same text for the same list: the service keeps the members of a view in no order. */
const textOf = ({ columns, ...state }: ListState): string => {
  const query = viewQueryOf({ ...state, columns: columns?.toSorted() });
  return JSON.stringify(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};
