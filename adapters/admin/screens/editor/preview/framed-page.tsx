import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import styles from './framed-page.module.css';

/** In pixels of the page. */
export const pageWidths = { desktop: 1_280, tablet: 768, phone: 390 } as const;
export type PageWidth = keyof typeof pageWidths;

/**
 * What pages need to work. A page of another origin keeps its own origin, for its cookies and its requests; it cannot
 * leave the frame.
 */
const permissions = 'allow-scripts allow-same-origin allow-forms allow-popups';

interface FramedPageProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly url: string;
  /** Another one loads the page again, without an entry in the history of the browser. */
  readonly load: number;
  readonly width: PageWidth;
  readonly onLoad: () => void;
}

/** A page of a website, as a screen of this width shows it. It is made smaller if there is less space. */
export const FramedPage = ({ frame, url, load, width: name, onLoad }: FramedPageProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSpace({ width: current.clientWidth, height: current.clientHeight });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const least = pageWidths[name];
  const width = name === 'desktop' ? Math.max(least, space.width) : least;
  const scale = Math.min(1, space.width / width);
  const left = (space.width - width * scale) / 2;
  return (
    <div ref={box} class={styles.box}>
      {scale > 0 && (
        <iframe
          key={load}
          ref={frame}
          class={styles.page}
          title={t.preview.page}
          src={url}
          sandbox={permissions}
          style={{
            width: `${width}px`,
            height: `${space.height / scale}px`,
            transform: `translateX(${left}px) scale(${scale})`,
          }}
          onLoad={onLoad}
        />
      )}
    </div>
  );
};
