import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { TextKind, TextSyntax } from '../syntax.ts';
import type { FormattedSyntax } from './formatted-syntax.ts';
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

/** What shows a text as it will be read. */
export interface Formatted {
  readonly FormattedText: typeof FormattedModule.FormattedText;
  readonly syntax: FormattedSyntax;
}

export interface TextLoaders {
  readonly formatted: (kind: TextKind) => Promise<Formatted>;
  /** The syntax of HTML. That of Markdown is there. */
  readonly html: () => Promise<TextSyntax>;
}

/** Loads the editor. Without it, as in a form that is only looked at, texts are shown as their source. */
export const LoadText = createContext<TextLoaders | undefined>(undefined);

const loaded = new Map<TextKind, Formatted>();
let loadedHtml: TextSyntax | undefined;

/**
 * What shows formatted texts, once it is loaded: it is large, and loads with the first text. Until then, and while a word is
 * composed, undefined.
 */
export const useFormatted = (
  kind: TextKind,
  isWanted: boolean,
  isComposing: () => boolean,
): Formatted | undefined => {
  const load = useContext(LoadText)?.formatted;
  const [formatted, setFormatted] = useState(() => loaded.get(kind));
  useEffect(() => {
    if (!isWanted || formatted !== undefined || load === undefined) return undefined;
    let isGone = false;
    const show = (): void => {
      if (isGone) return;
      if (isComposing()) document.addEventListener('compositionend', show, { once: true });
      else setFormatted(loaded.get(kind));
    };
    load(kind).then(
      (found) => {
        loaded.set(kind, found);
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

/**
 * The syntax of HTML, once it is loaded. A text that somebody writes in meanwhile goes on without it until it loses the
 * focus.
 *
 * @param isWritten whether somebody writes in it.
 */
export const useHtmlSyntax = (isWritten: () => boolean): TextSyntax | undefined => {
  const load = useContext(LoadText)?.html;
  const [syntax, setSyntax] = useState(loadedHtml);
  useEffect(() => {
    if (syntax !== undefined || load === undefined) return undefined;
    let isGone = false;
    const show = (): void => {
      if (isGone) return;
      if (isWritten())
        document.addEventListener('focusout', () => setTimeout(show), { once: true });
      else setSyntax(loadedHtml);
    };
    load().then(
      (found) => {
        loadedHtml = found;
        show();
      },
      // The source can be written without it.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return syntax;
};
