import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { currentTab } from '../../../shell/current-tab.ts';
import type { OpenedItem } from '../model/open-item.ts';
import { sayWhoIsHere, startPresence, type Presence } from './presence.ts';
import styles from './people-here.module.css';

/** The others fit into the number. */
const shownMax = 3;

/** The initials of the other people who have the item open. Their names are read, and shown with the pointer or the focus. */
export const PeopleHere = ({ opened }: { readonly opened: OpenedItem }) => {
  const { stored, edits } = opened.editing;
  const id = useComputed(() => stored.value?.item.id).value;
  const presence = useSignal<Presence | undefined>(undefined);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOpen = true;
    void currentTab().then((tab) => {
      if (isOpen) presence.value = startPresence(id, tab);
    });
    const leave = (): void => presence.peek()?.leave();
    addEventListener('pagehide', leave);
    return () => {
      isOpen = false;
      removeEventListener('pagehide', leave);
      leave();
      presence.value = undefined;
    };
  }, [id]);
  useSignalEffect(() => {
    if (edits.value > 0) presence.peek()?.write();
  });
  const people = presence.value?.people.value ?? [];
  const text = sayWhoIsHere(people);
  const rest = people.length - shownMax;
  return (
    <span class={styles.people}>
      <span class="visually-hidden" role="status">
        {text}
      </span>
      {people.some(({ state }) => state === 'writing') && (
        <span class={`ellipsis ${styles.busy}`} aria-hidden="true" dir="auto">
          {text}
        </span>
      )}
      {people.length > 0 && (
        <span class={styles.group}>
          <button
            type="button"
            class={styles.faces}
            aria-label={t.presence.alsoHere(namesOf(people))}
          >
            {people.slice(0, shownMax).map(({ user, state }) => (
              <span key={user.id} class={state === 'writing' ? styles.writing : styles.face}>
                <Avatar name={user.name} />
              </span>
            ))}
            {rest > 0 && (
              <span class={styles.rest} aria-hidden="true">
                +{rest}
              </span>
            )}
          </button>
          <span class={styles.names} aria-hidden="true" dir="auto">
            {people.map((person) => (
              <span key={person.user.id}>{sayWhoIsHere([person])}</span>
            ))}
          </span>
        </span>
      )}
    </span>
  );
};

const namesOf = (people: Presence['people']['value']): string =>
  listText(people.map(({ user }) => user.name));
