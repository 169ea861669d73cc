import { signal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { queryMaxLength } from '../../../contracts/client/vocabulary.ts';
import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import type { SearchResultDto } from '../../../contracts/operations/search.ts';
import { api, apiUntil } from '../api/client.ts';
import { findItems, isSearchable } from '../api/find-items.ts';
import { usePausedText } from '../api/paused-text.ts';
import { t } from '../catalogue/texts.ts';
import { Combobox } from '../components/inputs/combobox.tsx';
import { Icon, iconOf, type IconName } from '../components/icon.tsx';
import { LocaleMark } from '../components/locale-mark.tsx';
import { isPrivate } from '../components/private-mark.tsx';
import { Snippet } from '../components/texts/snippet.tsx';
import { screenCommands } from './commands.ts';
import { navigate, urlOf } from './router.ts';
import { mayCreate, offeredScreens } from './screens.ts';
import styles from './palette.module.css';
import { may } from './session.ts';
import { isShown, ownCollections, shownCollections } from './shown-collections.ts';

/** Whether the palette is open. */
export const isPaletteOpen = signal(false);

interface Entry {
  /** A screen to open, or what to do. */
  readonly target: string | (() => void);
  readonly name: string;
  readonly kind: string;
  readonly icon: IconName;
  /** The language of an item, if it has one. */
  readonly locale?: string | undefined;
  /** Where the words are in the text of an item. */
  readonly snippet?: SearchResultDto['snippet'];
}

const screenEntries = (): readonly Entry[] => [
  ...offeredScreens().map(({ path, name, icon }) => ({
    target: urlOf(path),
    name,
    kind: t.palette.kinds.screen,
    icon,
  })),
  {
    target: urlOf('/profile'),
    name: t.common.yourAccount,
    kind: t.palette.kinds.screen,
    icon: 'profile',
  },
];

const commandEntries = (): readonly Entry[] =>
  (screenCommands().named ?? []).map(({ name, icon, run }) => ({
    target: run,
    name,
    kind: t.palette.kinds.command,
    icon,
  }));

const collectionEntries = (collections: readonly CollectionDto[]): readonly Entry[] =>
  shownCollections(collections).flatMap(
    ({ name, displayName, singleton = false, access, icon }) => [
      {
        target: urlOf(singleton ? '/content/new' : '/content', { collection: name }),
        name: displayName,
        ...(isPrivate({ access })
          ? {
              kind: singleton
                ? t.palette.kinds.privateSingleton
                : t.palette.kinds.privateCollection,
              icon: 'lock' as const,
            }
          : {
              kind: singleton ? t.palette.kinds.singleton : t.palette.kinds.collection,
              icon: iconOf({ icon }),
            }),
      },
      ...(!singleton && mayCreate() && may('create', name)
        ? [
            {
              target: urlOf('/content/new', { collection: name }),
              name: t.palette.newItem(displayName),
              kind: t.palette.kinds.create,
              icon: 'add' as const,
            },
          ]
        : []),
    ],
  );

/** @param collection its name or its id. */
const itemEntry = (
  { id, title = '', locale }: Partial<ContentSummaryDto> & Pick<ContentSummaryDto, 'id'>,
  collection: string,
): Entry => ({
  target: urlOf(`/content/${id}`),
  name: title,
  locale,
  kind: collection,
  icon: 'content',
});

/** More would hide the titles. */
const foundByText = 10;

/** The items with the words in their title, then others with the words in their text; of the shown collections. */
const itemEntries = async (text: string, signal: AbortSignal): Promise<readonly Entry[]> => {
  const client = apiUntil(signal);
  const q = text.trim().slice(0, queryMaxLength);
  const own = ownCollections();
  const within = own === undefined ? {} : { collection: own.join(',') };
  const [titled, found] = await Promise.all([
    // Accepts one collection. Of several, the search finds what is missing.
    findItems(text, own?.length === 1 ? within : {}, client),
    isSearchable(q)
      ? client.search({ query: { q, limit: foundByText, ...within } }).then(
          ({ body }) => body.data,
          // Such as too many words: then there are only titles.
          () => [],
        )
      : [],
  ]);
  const shown = titled.filter(({ collection }) => isShown(collection));
  const ids = new Set(shown.map(({ id }) => id));
  return [
    ...shown.map((item) => itemEntry(item, item.collection)),
    ...found
      .filter(({ item }) => !ids.has(item.id))
      .map(({ item, snippet }) => ({
        ...itemEntry(item, item.collectionId ?? ''),
        ...(snippet.matches.length > 0 && { snippet }),
      })),
  ];
};

/** Opens screens, collections and items by name, and runs commands of the screen, from the keyboard. */
export const Palette = () => (isPaletteOpen.value ? <PaletteDialog /> : null);

const close = (): void => {
  isPaletteOpen.value = false;
};

const PaletteDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [collections, setCollections] = useState<readonly CollectionDto[]>([]);
  /** What was found last stays until there is something else. */
  const [found, setFound] = useState<{ query: string; items: readonly Entry[] }>({
    query: '',
    items: [],
  });

  // Before the next key, which belongs into the field.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    api.listCollections().then(
      ({ body }) => setCollections(body.data),
      () => undefined,
    );
  }, []);

  const words = usePausedText(query);
  useSignalEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { value: searched } = words;
    itemEntries(searched, signal).then(
      (items) => {
        if (!signal.aborted) setFound({ query: searched, items });
      },
      () => undefined,
    );
    return () => controller.abort();
  });

  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  const named = [...commandEntries(), ...screenEntries(), ...collectionEntries(collections)].filter(
    ({ name }) => parts.every((part) => name.toLowerCase().includes(part)),
  );
  const items = found.items.map((item) => {
    const collection = collections.find(({ id, name }) => id === item.kind || name === item.kind);
    return { ...item, kind: collection?.displayName ?? '' };
  });
  const entries = [...named, ...items];

  const open = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    // Gives the focus back first: a command may open a dialog.
    dialog.current?.close();
    close();
    if (typeof entry.target === 'string') void navigate(entry.target);
    else entry.target();
  };

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={t.palette.title}
      onClose={close}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <Combobox
        label={t.palette.label}
        placeholder={t.palette.placeholder}
        value={query}
        onInput={setQuery}
        options={entries}
        keyOf={({ target, name }) => (typeof target === 'string' ? target + name : name)}
        onChoose={open}
        marksFirst
        empty={found.query === query ? t.palette.nothingFound : ''}
      >
        {({ icon, name, kind, locale, snippet }) => (
          <>
            <Icon name={icon} />
            <span class={styles.entry}>
              <span class="ellipsis" dir="auto">
                {name}
              </span>
              {snippet !== undefined && (
                <span class={styles.snippet} dir="auto">
                  <Snippet {...snippet} lead={24} />
                </span>
              )}
            </span>
            <LocaleMark code={locale} />
            <span class="kind">{kind}</span>
          </>
        )}
      </Combobox>
    </dialog>
  );
};
