import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { areaOffsetAt, heightOfOffset, offsetAtHeight, scrollAreaTo } from './preview-place.ts';

export type PreviewMode = 'off' | 'beside' | 'instead';

/** The preview is beside the text from this width of the window on. */
const wide = '(min-width: 1200px)';

interface Refs {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/** How far the page was scrolled, for the text and then for the preview. */
interface Places {
  readonly text: number;
  readonly preview: number;
}

/** Where the text begins on the screen, below the bars that stay. */
const topOf = ({ frame }: Refs): number =>
  Math.max(0, frame.current?.querySelector('[role=toolbar]')?.getBoundingClientRect().bottom ?? 0);

const modeFor = ({ matches }: MediaQueryList): PreviewMode => (matches ? 'beside' : 'instead');

/**
 * Shows and hides the preview. Beside the text it scrolls with it; in the place of the text it begins where
 * the text was, and the text comes back where the preview was, with its selection.
 */
export const usePreview = (refs: Refs) => {
  const { area, box } = refs;
  const [mode, setMode] = useState<PreviewMode>('off');
  /** The place in the source that was at the top, until the preview or the text is shown there. */
  const place = useRef<number | undefined>(undefined);
  const before = useRef<Places | undefined>(undefined);

  const follow = (): void => {
    const pane = box.current?.parentElement;
    if (mode !== 'beside' || area.current === null || box.current === null || !pane) return;
    const top = topOf(refs);
    const offset = areaOffsetAt(area.current, top + 4);
    pane.scrollTop += heightOfOffset(box.current, offset) - pane.getBoundingClientRect().top;
  };

  useEffect(() => {
    if (mode !== 'beside') return undefined;
    let frame = 0;
    const onScroll = (event: Event): void => {
      // The preview can be scrolled by itself.
      if (event.target !== document) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    };
    document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll);
    };
  }, [mode]);

  const isShown = mode !== 'off';
  useEffect(() => {
    if (!isShown) return undefined;
    const width = matchMedia(wide);
    const choose = (): void => setMode(modeFor(width));
    width.addEventListener('change', choose);
    return () => width.removeEventListener('change', choose);
  }, [isShown]);

  const toggle = (): void => {
    const top = topOf(refs);
    if (mode === 'off') {
      if (area.current !== null) {
        const isAbove = area.current.getBoundingClientRect().top < top - 1;
        place.current = isAbove ? areaOffsetAt(area.current, top + 4) : undefined;
      }
      before.current = { text: scrollY, preview: scrollY };
      setMode(modeFor(matchMedia(wide)));
      return;
    }
    const isMoved = Math.abs((before.current?.preview ?? 0) - scrollY) > 1;
    place.current =
      mode === 'instead' && isMoved && box.current !== null
        ? offsetAtHeight(box.current, top + 4)
        : undefined;
    setMode('off');
  };

  // The text has its size again only when it is shown.
  useLayoutEffect(() => {
    if (mode !== 'off' || before.current === undefined || area.current === null) return;
    const { text } = before.current;
    before.current = undefined;
    if (place.current === undefined) scrollTo(scrollX, text);
    else scrollAreaTo(area.current, place.current, topOf(refs) + 4);
    place.current = undefined;
    area.current.focus({ preventScroll: true });
  }, [mode]);

  const onShow = (): void => {
    if (mode === 'beside') follow();
    else if (place.current !== undefined && box.current !== null) {
      scrollBy(0, heightOfOffset(box.current, place.current) - topOf(refs) - 4);
      place.current = undefined;
    }
    if (before.current !== undefined) before.current = { ...before.current, preview: scrollY };
  };

  return { mode, toggle, onShow };
};
