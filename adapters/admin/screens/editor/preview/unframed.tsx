import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/states.tsx';

/** Why the frame cannot show the page. */
export type FrameProblem =
  | { readonly kind: 'own origin' | 'insecure' }
  /** The policy of the admin does not name this origin. */
  | { readonly kind: 'blocked'; readonly origin: string };

/**
 * A page of our own origin would have the session of the user, and could leave the sandbox. The policy of the admin does not
 * allow it either.
 */
const problemOf = (url: string): FrameProblem | undefined => {
  const { origin, protocol, hostname } = new URL(url);
  if (origin === location.origin) return { kind: 'own origin' };
  const isLocal = /^(?:localhost|127\.0\.0\.1)$/.test(hostname);
  const isInsecure = location.protocol === 'https:' && protocol === 'http:' && !isLocal;
  return isInsecure ? { kind: 'insecure' } : undefined;
};

/**
 * Why the frame cannot show the page, as far as that can be found out; undefined if it can.
 *
 * @param load differs for each load of the page.
 */
export const useUnframed = (url: string | undefined, load: number): FrameProblem | undefined => {
  const [blocked, setBlocked] = useState<{ readonly load: number; readonly origin: string }>();
  // Before the frame begins to load.
  useLayoutEffect(() => {
    const onViolation = (event: SecurityPolicyViolationEvent): void => {
      if (event.effectiveDirective !== 'frame-src') return;
      setBlocked({ load, origin: URL.parse(event.blockedURI)?.origin ?? event.blockedURI });
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [load]);
  if (url === undefined) return undefined;
  if (blocked?.load === load) return { kind: 'blocked', origin: blocked.origin };
  return problemOf(url);
};

interface UnframedProps {
  readonly problem: FrameProblem;
  readonly url: string;
}

/** Says why the page is not here, and what to do. */
export const Unframed = ({ problem, url }: UnframedProps) => {
  const { origin } = new URL(url);
  const link = (
    <a class="button" href={url} target="_blank" rel="noopener noreferrer">
      {t.preview.open}
    </a>
  );
  switch (problem.kind) {
    case 'own origin':
      return (
        <Notice icon="external" title={t.preview.notShown}>
          <p>{t.preview.ownOrigin(origin)}</p>
          {link}
        </Notice>
      );
    case 'insecure':
      return (
        <Notice icon="external" title={t.preview.notShown}>
          <p>{t.preview.insecure}</p>
          {link}
        </Notice>
      );
    case 'blocked':
      return problem.origin === origin ? (
        <Notice icon="warning" title={t.preview.notAllowedYet}>
          <p>{t.preview.newerUrl}</p>
          <Button onClick={() => location.reload()}>{t.preview.loadAdmin}</Button>
        </Notice>
      ) : (
        <Notice icon="warning" title={t.preview.otherOrigin}>
          <p>{t.preview.onlyOrigin(origin, problem.origin)}</p>
        </Notice>
      );
  }
};
