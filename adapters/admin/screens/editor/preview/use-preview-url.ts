import { useEffect, useRef, useState } from 'preact/hooks';
import { api, hasStatus } from '../../../api/client.ts';

/** What the frame shows. */
export type PreviewState =
  | { readonly kind: 'loading' }
  /** The collection has no URL for previews any more. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** `urlParts` are those of the item to which the URL leads. */
  | { readonly kind: 'shown'; readonly url: string; readonly urlParts: string };

/** The token in the URL is good for an hour. Measured here, because the clocks of browsers can be wrong. */
const renewAfterMs = 50 * 60_000;
const checkMs = 30_000;

interface PreviewUrl {
  readonly state: PreviewState;
  /** Differs for each load of the page. */
  readonly load: number;
  /** Gets a new URL, and loads it. */
  readonly open: () => void;
  /** Loads the same URL again. */
  readonly reload: () => void;
}

/**
 * The URL of the page that shows an item, with a token of its own. Renews it before the token ends, while somebody looks
 * at the window.
 *
 * @param urlParts what the URL names of the item: a change leads to a new URL.
 */
export const usePreviewUrl = (id: string, urlParts: string): PreviewUrl => {
  const [state, setState] = useState<PreviewState>({ kind: 'loading' });
  const [load, setLoad] = useState(0);
  const askedAt = useRef(0);
  const latest = useRef(0);

  const reload = (): void => setLoad((count) => count + 1);
  const open = async (): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    askedAt.current = Date.now();
    const show = (next: PreviewState): void => {
      if (own !== latest.current) return;
      setState(next);
      reload();
    };
    try {
      const { url } = (await api.createItemPreview({ params: { id }, body: {} })).body.data;
      show(url === undefined ? { kind: 'none' } : { kind: 'shown', url, urlParts });
    } catch (error) {
      if (own !== latest.current) return;
      // The page stays while its token can be good: the next check asks again.
      askedAt.current = 0;
      setState((before) =>
        before.kind === 'shown' && !hasStatus(error, 404) ? before : { kind: 'failed', error },
      );
    }
  };

  useEffect(() => {
    void open();
    return () => {
      latest.current += 1;
    };
  }, [id, urlParts]);

  const renew = useRef((): void => undefined);
  renew.current = () => {
    const isDue = Date.now() - askedAt.current > renewAfterMs;
    if (state.kind === 'shown' && isDue && !document.hidden) void open();
  };
  useEffect(() => {
    const check = (): void => renew.current();
    const timer = setInterval(check, checkMs);
    document.addEventListener('visibilitychange', check);
    addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      removeEventListener('focus', check);
    };
  }, []);

  return { state, load, open: () => void open(), reload };
};
