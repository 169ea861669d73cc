import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from '../components/icon.tsx';

/** A command that the palette offers by name. */
export interface NamedCommand {
  readonly name: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** What the current screen can do on request. */
export interface ScreenCommands {
  /** For a shortcut. */
  readonly save?: () => void;
  /** For a shortcut. */
  readonly publish?: () => void;
  readonly named?: readonly NamedCommand[];
}

/** Reads those of the current screen as they are now. */
const current = signal<() => ScreenCommands>(() => ({}));

export const screenCommands = (): ScreenCommands => current.value();

/** Registers the commands of a screen while it is shown. */
export const useCommands = (next: ScreenCommands): void => {
  const latest = useRef(next);
  latest.current = next;
  // Ends before the next screen is there: a shortcut must not save the item that the user has left.
  useLayoutEffect(() => {
    const registered = (): ScreenCommands => latest.current;
    current.value = registered;
    return () => {
      if (current.peek() === registered) current.value = () => ({});
    };
  }, []);
};
