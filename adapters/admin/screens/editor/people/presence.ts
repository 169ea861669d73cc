import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { PresentPersonDto } from '../../../../../contracts/operations/presence.ts';
import { partingApi } from '../../../api/client.ts';
import { isVisible } from '../../../api/live-changes.ts';
import { counted, listText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';

/** So often a form says that it is open. */
const renewMs = 15_000;

/** So long after the last change, nobody writes. */
const writingMs = 10_000;

export interface Presence {
  /** The other people who have the item open. */
  readonly people: ReadonlySignal<readonly PresentPersonDto[]>;
  /** Says that something was typed. */
  readonly write: () => void;
  /** Says that the form was closed. */
  readonly leave: () => void;
}

/**
 * Says that an item is open in this tab, as long as the tab can be seen, and learns who else has it open. A failure is no
 * message: then nobody is there.
 */
export const startPresence = (id: string, tab: string): Presence => {
  const people = signal<readonly PresentPersonDto[]>([]);
  let lastWritten = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = 0;

  const stateNow = (): 'reading' | 'writing' =>
    Date.now() - lastWritten < writingMs ? 'writing' : 'reading';

  const say = async (state: 'reading' | 'writing' | 'left'): Promise<void> => {
    sent += 1;
    const turn = sent;
    try {
      const { body } = await partingApi.meetAtItem({ params: { id }, body: { tab, state } });
      if (turn === sent) people.value = body.data;
    } catch {
      if (turn === sent) people.value = [];
    }
  };

  let said: 'reading' | 'writing' | 'left' = 'left';
  const renew = (): void => {
    clearTimeout(timer);
    said = stateNow();
    void say(said);
    // The end of writing is a change, too.
    const untilReading = lastWritten + writingMs - Date.now();
    timer = setTimeout(renew, said === 'writing' ? Math.min(renewMs, untilReading + 100) : renewMs);
  };
  const pause = (): void => {
    clearTimeout(timer);
    if (said !== 'left') void say('left');
    said = 'left';
  };
  const stop = effect(() => {
    if (isVisible.value) renew();
    else pause();
  });
  return {
    people,
    write: () => {
      lastWritten = Date.now();
      if (said === 'reading') renew();
    },
    leave: () => {
      stop();
      pause();
    },
  };
};

/** “Eva Berg is writing”, “Eva Berg and Jo Hill are here”. Empty if nobody is. */
export const sayWhoIsHere = (people: readonly PresentPersonDto[]): string => {
  const writing = people.filter(({ state }) => state === 'writing');
  const named = writing.length > 0 ? writing : people;
  if (named.length === 0) return '';
  const names = listText(named.map(({ user }) => user.name));
  return counted(named.length, () =>
    writing.length > 0 ? t.presence.writing(names) : t.presence.here(names),
  );
};
