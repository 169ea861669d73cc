import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api/client.ts';
import { findItems } from '../api/find-items.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { navigate, urlOf } from './router.ts';
import { mayCreate, screenLinks } from './screens.ts';
import { may } from './session.ts';

/** Whether the palette is open. */
export const isPaletteOpen = signal(false);

interface Entry {
  readonly url: string;
  readonly name: string;
  readonly kind: string;
  readonly icon: IconName;
}

const screenEntries = (): readonly Entry[] => [
  ...screenLinks
    .filter(({ isAllowed }) => isAllowed())
    .map(({ path, name, icon }) => ({ url: urlOf(path), name, kind: 'Screen', icon })),
  { url: urlOf('/profile'), name: 'Profile', kind: 'Screen', icon: 'profile' },
];

const collectionEntries = async (): Promise<readonly Entry[]> => {
  const { body } = await api.listCollections();
  return body.data.flatMap(({ name, displayName }) => [
    {
      url: urlOf('/content', { collection: name }),
      name: displayName,
      kind: 'Collection',
      icon: 'collections' as const,
    },
    ...(mayCreate() && may('create', name)
      ? [
          {
            url: urlOf('/content/new', { collection: name }),
            name: `New item in ${displayName}`,
            kind: 'Create',
            icon: 'add' as const,
          },
        ]
      : []),
  ]);
};

const itemEntries = async (title: string): Promise<readonly Entry[]> => {
  const found = await findItems(title);
  return found.map(({ id, title: name, collection }) => ({
    url: urlOf(`/content/${id}`),
    name,
    kind: collection,
    icon: 'content',
  }));
};

const searchDelayMs = 150;

/** Opens screens, collections and items by name, from the keyboard. */
export const Palette = () => (isPaletteOpen.value ? <PaletteDialog /> : null);

const close = (): void => {
  isPaletteOpen.value = false;
};

const PaletteDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [collections, setCollections] = useState<readonly Entry[]>([]);
  const [items, setItems] = useState<readonly Entry[]>([]);
  const [selected, setSelected] = useState(0);

  // Before the next key, which belongs into the field.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    collectionEntries().then(setCollections, () => undefined);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      itemEntries(query).then(
        (found) => {
          if (isCurrent) setItems(found);
        },
        () => undefined,
      );
    }, searchDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);

  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const named = [...screenEntries(), ...collections].filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const entries = [...named, ...items];
  const current = Math.min(selected, entries.length - 1);

  const open = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    void navigate(entry.url);
  };

  const move = (by: number): void => {
    if (entries.length === 0) return;
    const next = (current + by + entries.length) % entries.length;
    setSelected(next);
    document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Go to"
      onClose={close}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label="Screen, collection or item"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries.length > 0 ? `palette-${current}` : undefined}
        placeholder="Screen, collection or title of an item"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Enter') open(entries[current]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Results">
        {entries.map((entry, index) => (
          <li
            key={entry.url + entry.name}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => open(entry)}
          >
            <Icon name={entry.icon} />
            <span class="ellipsis">{entry.name}</span>
            <span class="kind">{entry.kind}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p class="hint">Nothing has this name.</p>}
    </dialog>
  );
};
