import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../../api/client.ts';
import { t } from '../../../../catalogue/texts.ts';
import { Loading } from '../../../../components/states.tsx';
import { isOwnFile } from '../../../../media/image-url.ts';
import { fileKeyOf } from '../../../../media/thumbnail.ts';
import { useTargets, type Targets } from '../../../../references/targets.ts';
import type { TextSyntax } from '../syntax.ts';
import styles from './text-preview.module.css';

interface PreviewProps {
  readonly syntax: Pick<TextSyntax, 'loadRenderer'>;
  readonly source: string;
  readonly label: string;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Beside the text it scrolls by itself. */
  readonly isBeside: boolean;
  readonly onShow: () => void;
}

const shortestPauseMs = 150;
const longestPauseMs = 2_000;

/** Code and tables that are wider than the preview can be scrolled with the arrow keys. */
const scrollByKeyboard = (box: Element): void => {
  for (const each of box.querySelectorAll<HTMLElement>('pre, table')) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
  }
};

type Size = Partial<Readonly<Record<'width' | 'height', number>>>;

/** Of the pictures that were loaded, by their URLs. */
const loadedSizes = new Map<string, Size>();

/**
 * Gives the pictures their measures as soon as the service or the browser knows them, so that the text keeps its
 * place while they load. @returns a function that ends this.
 */
const measurePictures = (box: Element, targets: Targets): (() => void) => {
  const images = [...box.querySelectorAll('img')].filter(
    (image) => !image.hasAttribute('width') && !image.hasAttribute('height'),
  );
  const ends = images.map((image) => {
    const { src } = image;
    const measure = ({ width, height }: Size = {}): void => {
      if (width !== undefined && height !== undefined) Object.assign(image, { width, height });
    };
    image.addEventListener('load', () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      loadedSizes.set(src, size);
      measure(size);
    });
    measure(loadedSizes.get(src));
    // A smaller version has other measures than the file.
    if (loadedSizes.has(src) || src.includes('?') || !isOwnFile(src)) return () => undefined;
    return targets.file({ kind: 'file', name: fileKeyOf(src) }).subscribe((target) => {
      if (target.kind === 'found') measure(target.value);
    });
  });
  return () => ends.forEach((end) => end());
};

/**
 * The rendered text, without anything that could run. The renderer loads with the first preview. A text
 * that is being typed is rendered in a pause, which is longer for a text that takes long.
 */
export const TextPreview = ({ syntax, source, label, box, isBeside, onShow }: PreviewProps) => {
  const [error, setError] = useState<string>();
  const [isReady, setReady] = useState(false);
  const cost = useRef(0);
  const id = useId();
  const targets = useTargets();
  const endMeasuring = useRef<() => void>(() => undefined);
  useEffect(() => () => endMeasuring.current(), []);
  useEffect(() => {
    let isCurrent = true;
    const show = (): void => {
      syntax.loadRenderer().then(
        (render) => {
          if (!isCurrent) return;
          const start = performance.now();
          if (box.current === null) return;
          box.current.replaceChildren(render(source, id));
          scrollByKeyboard(box.current);
          endMeasuring.current();
          endMeasuring.current = measurePictures(box.current, targets);
          cost.current = performance.now() - start;
          setReady(true);
          onShow();
        },
        (failure: unknown) => setError(messageOf(failure)),
      );
    };
    const pause = Math.min(Math.max(3 * cost.current, shortestPauseMs), longestPauseMs);
    const timer = isReady ? setTimeout(show, pause) : undefined;
    if (!isReady) show();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source]);
  return (
    <div class={`${styles.pane} ${isBeside ? styles.beside : ''}`}>
      {error !== undefined && <p class="error">{error}</p>}
      {!isReady && error === undefined && (
        <div class={styles.waiting}>
          <Loading what={t.textEditor.previewLoads} />
        </div>
      )}
      <div
        ref={box}
        class="rendered"
        role="region"
        tabIndex={0}
        onClick={(event) => {
          const link = event.target instanceof Element ? event.target.closest('a') : null;
          const target = link?.getAttribute('href') ?? '';
          if (!target.startsWith('#')) return;
          // The address of the page is that of the screen.
          event.preventDefault();
          document.getElementById(target.slice(1))?.scrollIntoView({ block: 'nearest' });
        }}
        aria-label={t.textEditor.preview(label)}
      />
    </div>
  );
};
