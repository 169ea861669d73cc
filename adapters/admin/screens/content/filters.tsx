import { useEffect, useRef, useState } from 'preact/hooks';
import { queryMaxLength } from '../../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { Button } from '../../components/button.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { statusNames } from '../../components/status-chip.tsx';
import { mayCreate } from '../../shell/screens.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { displayNameOf } from './collections.ts';
import styles from './filters.module.css';
import { atFirstPage, kindOf, showList, statuses, type ListState } from './list-state.ts';
import { rememberedColumns } from './query/columns.ts';
import { ViewsMenu } from './views/views-menu.tsx';

const findDelayMs = 200;

interface FiltersProps {
  readonly state: ListState;
  readonly collections: readonly CollectionDto[];
  /** Of the table. */
  readonly columns: readonly string[];
}

/** Every change is in the URL at once, and begins at the first page. */
export const Filters = ({ state, collections, columns }: FiltersProps) => {
  const change = (changes: Partial<ListState>): void => showList(atFirstPage(state, changes));
  const kind = kindOf(state);
  const shown = shownCollections(collections);
  /** Whether phones show the menus. */
  const [isOpen, setOpen] = useState(false);
  const chosen = [state.collection, state.status, state.author].filter((each) => each !== '');
  const isListed = shown.some(({ name }) => name === state.collection);
  return (
    <div class={`toolbar ${styles.filters} ${isOpen ? '' : styles.closed}`} role="search">
      <SearchInput value={state.q} onChange={(q) => change({ q })} />
      <div class={styles.switch}>
        <Button
          icon="filter"
          attributes={{ 'aria-expanded': isOpen }}
          onClick={() => setOpen(!isOpen)}
        >
          {chosen.length === 0 ? 'Filters' : `Filters (${chosen.length})`}
        </Button>
      </div>
      <FilterSelect
        label="Collection"
        value={state.collection}
        options={[
          ['', everyCollection()],
          ...shown.map((each) => [each.name, markedName(each)] as const),
          ...(state.collection === '' || isListed
            ? []
            : [[state.collection, displayNameOf(collections, state.collection)] as const]),
        ]}
        onChange={(collection) =>
          // Conditions, orders and columns are about the fields of one collection.
          change({ collection, where: {}, sort: '', columns: rememberedColumns(collection) })
        }
      />
      <FilterSelect
        label="Status"
        value={state.status}
        options={[
          ['', 'All statuses'],
          ...statuses.map((status) => [status, statusNames[status]] as const),
        ]}
        onChange={(value) => change({ status: statuses.find((each) => each === value) ?? '' })}
      />
      {/* A search is over the items of all authors. */}
      {mayCreate() && kind !== 'search' && (
        <FilterSelect
          label="Author"
          disabled={
            kind === 'query'
              ? 'With filters or another order, the list has all authors.'
              : undefined
          }
          value={state.author}
          options={[
            ['', 'All authors'],
            ['me', 'Only mine'],
          ]}
          onChange={(author) => change({ author: author === 'me' ? 'me' : '' })}
        />
      )}
      {/* Of its own, so that the styles of the menu and of this grid do not meet. */}
      <div>
        <ViewsMenu state={state} columns={columns} />
      </div>
    </div>
  );
};

interface SearchInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Waits until the user pauses. Follows the URL when something else changes it. */
const SearchInput = ({ value, onChange }: SearchInputProps) => {
  const [text, setText] = useState(value);
  const latest = useRef({ onChange, sent: value });
  latest.current.onChange = onChange;
  useEffect(() => {
    // Text that was typed since it was sent must not be replaced by what was sent.
    if (value !== latest.current.sent) setText(value);
    latest.current.sent = value;
  }, [value]);
  useEffect(() => {
    if (text === latest.current.sent) return undefined;
    const timer = setTimeout(() => {
      latest.current.sent = text;
      latest.current.onChange(text);
    }, findDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      class="input grow"
      dir="auto"
      type="search"
      aria-label="Search"
      placeholder="Search titles and texts"
      maxLength={queryMaxLength}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
};
