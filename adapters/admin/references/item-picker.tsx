import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { api } from '../api/client.ts';
import { findItems } from '../api/find-items.ts';
import { usePausedText } from '../api/paused-text.ts';
import { useResource } from '../api/resource.ts';
import { t } from '../catalogue/texts.ts';
import type { Answering } from '../components/dialogs/asking.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { TextField } from '../components/inputs/field.tsx';
import { LocaleMark } from '../components/locale-mark.tsx';
import { PrivateMark } from '../components/private-mark.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { StatusChip } from '../components/status-chip.tsx';
import { creatableIn, namedIn, newItemUrl } from '../screens/content/collections.ts';
import styles from './item-picker.module.css';

export interface PickItem {
  /** What the item is chosen for: the name of a field. */
  readonly label: string;
  /** The name of the collection whose items are offered. */
  readonly collection: string | undefined;
  /** Reads the items to offer for a title, which can be empty. @throws ApiError, OfflineError. */
  readonly read?: (title: string) => Promise<readonly ContentSummaryDto[]>;
}

const shownItems = 20;

const readItems = async (
  title: string,
  collection: string | undefined,
): Promise<readonly ContentSummaryDto[]> =>
  title.trim() === ''
    ? (await api.listSummaries({ query: { collection, limit: shownItems } })).body.data
    : findItems(title, { collection });

/** Finds items by their title on the server; without a title, those that were changed last. */
export const ItemPicker = ({
  label,
  collection,
  read = (title) => readItems(title, collection),
  onChoose,
  onClose,
}: PickItem & Answering<string>) => {
  const [title, setTitle] = useState('');
  const words = usePausedText(title);
  const found = useResource(() => read(words.value));
  const collections = useResource(async () => (await api.listCollections()).body.data);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // An item may have been created in another tab.
    addEventListener('focus', found.reload);
    return () => removeEventListener('focus', found.reload);
  }, []);

  const state = found.state.value;
  const known = collections.value ?? [];
  const creatable = creatableIn(known, undefined).find(({ name }) => name === collection);

  /** Moves the focus from the field to the items, and among them. */
  const move = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement;
    const isNext = event.key === 'ArrowDown' || (isField && event.key === 'Enter');
    if (!isNext && event.key !== 'ArrowUp') return;
    const stops = [
      ...(list.current?.closest('dialog')?.querySelectorAll<HTMLElement>('input') ?? []),
      ...(list.current?.querySelectorAll<HTMLElement>('button') ?? []),
    ];
    const at = stops.findIndex((each) => each === event.target);
    if (at < 0) return;
    event.preventDefault();
    stops[at + (isNext ? 1 : -1)]?.focus();
  };

  return (
    <Dialog title={t.references.picker.title(label)} onClose={onClose}>
      <div class="stack" onKeyDown={move}>
        <TextField
          label={t.references.picker.find}
          type="search"
          value={title}
          onInput={setTitle}
          attributes={{ autoFocus: true, autoComplete: 'off' }}
        />
        {state.kind === 'failed' && <Failure error={state.error} onRetry={found.reload} />}
        {found.value === undefined && state.kind === 'loading' && (
          <Loading what={t.references.picker.what} />
        )}
        <ul class={styles.items} ref={list} aria-label={t.references.picker.items}>
          {found.value?.map((item) => (
            <li key={item.id}>
              <button type="button" class={styles.item} onClick={() => onChoose(item.id)}>
                <span class={styles.name}>
                  <span class="ellipsis" dir="auto">
                    {item.title}
                  </span>
                  <Place collection={namedIn(known, item.collection)} slug={item.slug} />
                </span>
                <LocaleMark code={item.locale} />
                <StatusChip status={item.status} />
              </button>
            </li>
          ))}
        </ul>
        <p class="hint" role="status">
          {found.value?.length === 0 &&
            (title.trim() === '' ? t.references.picker.nothingYet : t.references.picker.noMatch)}
        </p>
        {creatable !== undefined && (
          <a class="button quiet" href={newItemUrl(creatable.name)} target="_blank" rel="noopener">
            <Icon name="external" />
            <span dir="auto">{t.references.picker.create(creatable.displayName)}</span>
          </a>
        )}
      </div>
    </Dialog>
  );
};

interface PlaceProps {
  readonly collection: ReturnType<typeof namedIn>;
  readonly slug: string;
}

const Place = ({ collection, slug }: PlaceProps) => (
  <span class={styles.place}>
    <span class="ellipsis" dir="auto">
      {collection.displayName}
    </span>
    <PrivateMark collection={collection} />
    <span class="ellipsis">· {slug}</span>
  </span>
);
