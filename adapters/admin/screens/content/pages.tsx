import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { pageSize } from '../../components/pager.tsx';
import { atFirstPage, kindOf, listUrl, type ListState } from './list-state.ts';
import { isSameList, previousPage } from './query/page-cursors.ts';
import type { ListPage } from './read-list.ts';
import { formatTotal, type Total } from './format-total.ts';

interface PagesProps {
  readonly page: ListPage;
  /** Where the steps start: with the filters in the URL, also while their page is read. */
  readonly current: ListState;
  readonly total: Total;
}

/** Where the page is in the list, and its neighbours. */
export const Pages = ({ page, current, total }: PagesProps) => {
  const { state, items, hasMore } = page;
  const first = (state.page - 1) * pageSize + 1;
  if (state.page === 1 && !hasMore) return null;
  const { previous, next } =
    kindOf(current) === 'query' ? queryNeighbours(page, current) : neighbours(page, current);
  return (
    <nav class="pages" aria-label={t.components.pages.label}>
      <span>
        {t.contentList.range(
          numberText(first),
          numberText(first + items.length - 1),
          formatTotal(total),
        )}
      </span>
      <span class="row">
        <Step name={t.components.pages.previous} to={previous} />
        <Step name={t.components.pages.next} to={next} />
      </span>
    </nav>
  );
};

/** The URLs of the pages before and after; undefined at the ends. */
interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const neighbours = ({ state, hasMore }: ListPage, current: ListState): Neighbours => {
  const at = (distance: number): string =>
    listUrl({ ...current, page: Math.max(1, current.page + distance) });
  return { previous: state.page === 1 ? undefined : at(-1), next: hasMore ? at(1) : undefined };
};

/** A cursor belongs to its query: while another one is read, there is only its first page. */
const queryNeighbours = ({ state, cursor: after }: ListPage, current: ListState): Neighbours => {
  const previous = previousPage(state);
  return {
    previous: previous && listUrl(isSameList(state, current) ? previous : atFirstPage(current)),
    next:
      after === undefined || !isSameList(state, current)
        ? undefined
        : listUrl({ ...current, page: state.page + 1, after }),
  };
};

const Step = ({ name, to }: { readonly name: string; readonly to: string | undefined }) =>
  to === undefined ? <Button disabled>{name}</Button> : <ButtonLink href={to}>{name}</ButtonLink>;
