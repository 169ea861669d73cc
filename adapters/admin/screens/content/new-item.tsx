import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/collections.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { creatableIn, newItemUrl } from './collections.ts';
import styles from './new-item.module.css';

interface NewItemProps {
  readonly collections: readonly CollectionDto[];
  /** The name of the only collection to offer; empty to let the user choose. */
  readonly collection?: string;
  /** The side of the button where the menu begins. */
  readonly align?: 'start' | 'middle' | 'end';
}

/** Opens the form for a new item; asks for the collection if there are several. */
export const NewItem = ({ collections, collection = '', align = 'end' }: NewItemProps) => {
  const offered = creatableIn(collections).filter(
    ({ name }) => collection === '' || name === collection,
  );
  const [only, ...others] = offered;
  if (only === undefined) return null;
  if (others.length > 0) return <Choice collections={offered} align={align} />;
  return (
    <ButtonLink kind="primary" icon="add" href={newItemUrl(only.name)}>
      New item
    </ButtonLink>
  );
};

const sides = { start: styles.start, middle: styles.middle, end: styles.end };

const Choice = ({ collections, align }: Required<Omit<NewItemProps, 'collection'>>) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    box.current?.querySelector('a')?.focus();
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const move = (by: number): void => {
    const links = [...(box.current?.querySelectorAll('a') ?? [])];
    const current = links.findIndex((link) => link === document.activeElement);
    links[(current + by + links.length) % links.length]?.focus();
  };

  return (
    <div
      ref={box}
      class={styles.choice}
      onKeyDown={(event) => {
        if (!isOpen) return;
        if (event.key === 'ArrowDown') move(1);
        else if (event.key === 'ArrowUp') move(-1);
        else if (event.key === 'Escape') {
          setOpen(false);
          box.current?.querySelector('button')?.focus();
        } else return;
        event.preventDefault();
      }}
    >
      <Button
        kind="primary"
        icon="add"
        attributes={{ 'aria-expanded': isOpen, 'aria-controls': id }}
        onClick={() => setOpen(!isOpen)}
      >
        New item <Icon name="down" size={14} />
      </Button>
      <nav
        id={id}
        class={`${styles.menu} ${sides[align]}`}
        aria-label="New item in"
        hidden={!isOpen}
      >
        <ul>
          {collections.map(({ name, displayName }) => (
            <li key={name}>
              <a class={styles.link} href={newItemUrl(name)}>
                {displayName}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
};
