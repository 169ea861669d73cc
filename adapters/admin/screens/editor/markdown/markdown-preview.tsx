import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../api/client.ts';
import { Loading } from '../../../components/states.tsx';

interface PreviewProps {
  readonly source: string;
  readonly label: string;
}

/** The rendered Markdown, without anything that could run. The renderer loads with the first preview. */
export const MarkdownPreview = ({ source, label }: PreviewProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    import('./render-markdown.ts').then(
      ({ renderMarkdown }) => {
        if (!isCurrent) return;
        box.current?.replaceChildren(renderMarkdown(source));
        setReady(true);
      },
      (failure: unknown) => setError(messageOf(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [source]);
  return (
    <>
      {error !== undefined && <p class="error">{error}</p>}
      {!isReady && error === undefined && <Loading what="the preview" />}
      <div ref={box} class="rendered" role="region" tabIndex={0} aria-label={`${label}: preview`} />
    </>
  );
};
