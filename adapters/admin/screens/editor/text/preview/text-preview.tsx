import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../../api/client.ts';
import { Loading } from '../../../../components/states.tsx';
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

/**
 * The rendered text, without anything that could run. The renderer loads with the first preview. A text
 * that is being typed is rendered in a pause, which is longer for a text that takes long.
 */
export const TextPreview = ({ syntax, source, label, box, isBeside, onShow }: PreviewProps) => {
  const [error, setError] = useState<string>();
  const [isReady, setReady] = useState(false);
  const cost = useRef(0);
  const id = useId();
  useEffect(() => {
    let isCurrent = true;
    const show = (): void => {
      syntax.loadRenderer().then(
        (render) => {
          if (!isCurrent) return;
          const start = performance.now();
          box.current?.replaceChildren(render(source, id));
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
          <Loading what="the preview" />
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
        aria-label={`${label}: preview`}
      />
    </div>
  );
};
