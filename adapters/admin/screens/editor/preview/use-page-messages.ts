import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { readPageMessage, sendToPage, type EditMessage } from './page-messages.ts';

interface PageMessagesOptions {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Of the URL that the frame was given. Nobody else gets a message, or is heard. */
  readonly origin: string;
  /** Differs for each load of the page. */
  readonly load: number;
  readonly id: string;
  /** Differs for each saved state of the item. */
  readonly version: string;
  /** Whether the item is at another URL by now, which is loaded next. */
  readonly isLeaving: boolean;
  readonly onEdit: (message: EditMessage) => void;
  /** Loads the page again, because the item was saved, and the page receives no messages. */
  readonly onReload: () => void;
}

interface Page {
  /** Whether it has said that it receives messages. */
  isReady: boolean;
  isLoaded: boolean;
  /** Whether the item was saved while the page was loading. */
  isBehind: boolean;
}

const newPage = (): Page => ({ isReady: false, isLoaded: false, isBehind: false });

/** Between two clicks that are followed, and after a key: a page must not take the focus from what is typed. */
const editPauseMs = 500;
const typingMs = 1_000;

/** Exchanges messages with the page in the frame: see `docs/content/previews.md`. @returns the handler of its load. */
export const usePageMessages = (options: PageMessagesOptions): (() => void) => {
  const { frame, origin, load, id, version, isLeaving, onEdit, onReload } = options;
  const page = useRef(newPage());
  const latestVersion = useRef(version);
  const edit = useRef(onEdit);
  edit.current = onEdit;

  const sendChanged = (): void => {
    const target = frame.current?.contentWindow;
    if (target) sendToPage(target, origin, { type: 'changed', id, version: latestVersion.current });
  };

  // Before the page can send anything.
  useLayoutEffect(() => {
    page.current = newPage();
    let typedAt = -Infinity;
    let editedAt = -Infinity;
    const onTyped = (): void => {
      typedAt = performance.now();
    };
    const onMessage = (event: MessageEvent<unknown>): void => {
      const sender = frame.current?.contentWindow;
      if (!sender || event.source !== sender || event.origin !== origin) return;
      const message = readPageMessage(event.data);
      if (message?.type === 'ready') {
        const { isBehind } = page.current;
        Object.assign(page.current, { isReady: true, isBehind: false });
        sendToPage(sender, origin, { type: 'hello' });
        if (isBehind) sendChanged();
      } else if (message?.type === 'edit') {
        const now = performance.now();
        if (now - typedAt < typingMs || now - editedAt < editPauseMs) return;
        editedAt = now;
        edit.current(message);
      }
    };
    addEventListener('message', onMessage);
    addEventListener('keydown', onTyped, true);
    // Of an input method, there are no keys.
    addEventListener('input', onTyped, true);
    return () => {
      removeEventListener('message', onMessage);
      removeEventListener('keydown', onTyped, true);
      removeEventListener('input', onTyped, true);
    };
  }, [origin, load, id]);

  useEffect(() => {
    if (version === latestVersion.current) return;
    latestVersion.current = version;
    if (isLeaving) return;
    const { isReady, isLoaded } = page.current;
    if (isReady) sendChanged();
    else if (isLoaded) onReload();
    else page.current.isBehind = true;
  }, [version]);

  return () => {
    page.current.isLoaded = true;
    if (page.current.isBehind) onReload();
  };
};
