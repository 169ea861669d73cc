import { Button, ButtonLink } from '../../components/button.tsx';
import { listUrl, type ListState } from './list-state.ts';
import { pageSize, type ListPage } from './read-list.ts';
import { formatTotal, type Total } from './totals.ts';

interface PagesProps {
  readonly page: ListPage;
  /** Where the steps start: with the filters in the URL, also while their page is read. */
  readonly current: ListState;
  readonly total: Total;
}

/** Where the page is in the list, and its neighbours. */
export const Pages = ({ page: { state, items, hasMore }, current, total }: PagesProps) => {
  const first = (state.page - 1) * pageSize + 1;
  if (state.page === 1 && !hasMore) return null;
  const neighbour = (distance: number): string =>
    listUrl({ ...current, page: Math.max(1, current.page + distance) });
  return (
    <nav class="pages" aria-label="Pages">
      <span>
        {first.toLocaleString()}–{(first + items.length - 1).toLocaleString()}
        {` of ${formatTotal(total)}`}
      </span>
      <span class="row">
        <Step name="Previous" to={state.page === 1 ? undefined : neighbour(-1)} />
        <Step name="Next" to={hasMore ? neighbour(1) : undefined} />
      </span>
    </nav>
  );
};

const Step = ({ name, to }: { readonly name: string; readonly to: string | undefined }) =>
  to === undefined ? <Button disabled>{name}</Button> : <ButtonLink href={to}>{name}</ButtonLink>;
