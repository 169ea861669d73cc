import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api/client.ts';
import { findItems } from '../api/find-items.ts';
import { Combobox } from '../components/inputs/combobox.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { screenCommands } from './commands.ts';
import { navigate, urlOf } from './router.ts';
import { mayCreate, screenLinks } from './screens.ts';
import { may } from './session.ts';

/** Whether the palette is open. */
export const isPaletteOpen = signal(false);

interface Entry {
  /** A screen to open, or what to do. */
  readonly target: string | (() => void);
  readonly name: string;
  readonly kind: string;
  readonly icon: IconName;
}

const screenEntries = (): readonly Entry[] => [
  ...screenLinks
    .filter(({ isAllowed }) => isAllowed())
    .map(({ path, name, icon }) => ({ target: urlOf(path), name, kind: 'Screen', icon })),
  { target: urlOf('/profile'), name: 'Profile', kind: 'Screen', icon: 'profile' },
];

const commandEntries = (): readonly Entry[] =>
  (screenCommands().named ?? []).map(({ name, icon, run }) => ({
    target: run,
    name,
    kind: 'Command',
    icon,
  }));

const collectionEntries = async (): Promise<readonly Entry[]> => {
  const { body } = await api.listCollections();
  return body.data.flatMap(({ name, displayName, singleton = false }) => [
    {
      target: urlOf(singleton ? '/content/new' : '/content', { collection: name }),
      name: displayName,
      kind: singleton ? 'Singleton' : 'Collection',
      icon: 'collections' as const,
    },
    ...(!singleton && mayCreate() && may('create', name)
      ? [
          {
            target: urlOf('/content/new', { collection: name }),
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
    target: urlOf(`/content/${id}`),
    name,
    kind: collection,
    icon: 'content',
  }));
};

const searchDelayMs = 150;

/** Opens screens, collections and items by name, and runs commands of the screen, from the keyboard. */
export const Palette = () => (isPaletteOpen.value ? <PaletteDialog /> : null);

const close = (): void => {
  isPaletteOpen.value = false;
};

const PaletteDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [collections, setCollections] = useState<readonly Entry[]>([]);
  const [items, setItems] = useState<readonly Entry[]>([]);

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
  const named = [...commandEntries(), ...screenEntries(), ...collections].filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
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
      aria-label="Go to"
      onClose={close}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <Combobox
        label="Screen, collection or item"
        placeholder="Screen, collection or title of an item"
        value={query}
        onInput={setQuery}
        options={entries}
        keyOf={({ target, name }) => (typeof target === 'string' ? target + name : name)}
        onChoose={open}
        marksFirst
        empty="Nothing has this name."
      >
        {({ icon, name, kind }) => (
          <>
            <Icon name={icon} />
            <span class="ellipsis" dir="auto">
              {name}
            </span>
            <span class="kind">{kind}</span>
          </>
        )}
      </Combobox>
    </dialog>
  );
};
