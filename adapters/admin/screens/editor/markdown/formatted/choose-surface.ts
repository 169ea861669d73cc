import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type * as FormattedModule from './formatted-text.tsx';

const storageKey = 'quoin-source';

/** Whether texts are written as their source. This browser remembers it. */
export const isSource = signal(localStorage.getItem(storageKey) !== null);

export const switchSource = (): void => {
  isSource.value = !isSource.value;
  if (isSource.value) localStorage.setItem(storageKey, '1');
  else localStorage.removeItem(storageKey);
};

/** A text with more characters is written in a plain text area, where a key costs the same whatever the size. */
export const largestFormatted = 1_000_000;

type Formatted = typeof FormattedModule;

/** Loads what shows formatted texts. Without it, as in a form that is only looked at, texts are shown as their source. */
export const LoadFormatted = createContext<(() => Promise<Formatted>) | undefined>(undefined);

let loaded: Formatted | undefined;

/**
 * What shows formatted texts, once it is loaded: it is large, and loads with the first text. Until then, and while a word is
 * composed, undefined.
 */
export const useFormatted = (
  isWanted: boolean,
  isComposing: () => boolean,
): Formatted | undefined => {
  const load = useContext(LoadFormatted);
  const [formatted, setFormatted] = useState(loaded);
  useEffect(() => {
    if (!isWanted || formatted !== undefined || load === undefined) return undefined;
    let isGone = false;
    const show = (): void => {
      if (isGone) return;
      if (isComposing()) document.addEventListener('compositionend', show, { once: true });
      else setFormatted(loaded);
    };
    load().then(
      (found) => {
        loaded = found;
        show();
      },
      // The source can be written without it.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return formatted;
};
