import { Button, ButtonLink } from '../../components/button.tsx';
import { listUrl, type ListState } from './list-state.ts';
import { pageSize } from './read-list.ts';
import { formatTotal, type Total } from './totals.ts';

interface PagesProps {
  readonly state: ListState;
  /** How many items this page shows. */
  readonly shown: number;
  readonly hasMore: boolean;
  readonly total: Total;
}

/** Where the page is in the list, and its neighbours. */
export const Pages = ({ state, shown, hasMore, total }: PagesProps) => {
  const { page } = state;
  const first = (page - 1) * pageSize + 1;
  if (page === 1 && !hasMore) return null;
  return (
    <nav class="pages" aria-label="Pages">
      <span>
        {first.toLocaleString()}–{(first + shown - 1).toLocaleString()}
        {` of ${formatTotal(total)}`}
      </span>
      <span class="row">
        <Step name="Previous" to={page === 1 ? undefined : listUrl({ ...state, page: page - 1 })} />
        <Step name="Next" to={hasMore ? listUrl({ ...state, page: page + 1 }) : undefined} />
      </span>
    </nav>
  );
};

const Step = ({ name, to }: { readonly name: string; readonly to: string | undefined }) =>
  to === undefined ? <Button disabled>{name}</Button> : <ButtonLink href={to}>{name}</ButtonLink>;
