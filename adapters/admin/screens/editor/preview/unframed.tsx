import { useLayoutEffect, useState } from 'preact/hooks';
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
      Open it in a new tab
    </a>
  );
  switch (problem.kind) {
    case 'own origin':
      return (
        <Notice icon="external" title="The page is not shown here">
          <p>
            It has the same origin as the admin, {origin}. In a frame it could act in your name.
          </p>
          {link}
        </Notice>
      );
    case 'insecure':
      return (
        <Notice icon="external" title="The page is not shown here">
          <p>The admin is open over https. Browsers then show only pages over https in it.</p>
          {link}
        </Notice>
      );
    case 'blocked':
      return problem.origin === origin ? (
        <Notice icon="warning" title="The page is not allowed here yet">
          <p>
            The preview URL of the collection is newer than this page of the admin, which loads
            itself again once everything is saved.
          </p>
          <Button onClick={() => location.reload()}>Load the admin again</Button>
        </Notice>
      ) : (
        <Notice icon="warning" title="The page led to another origin">
          <p>
            Only pages of {origin} are shown here, and this one is of {problem.origin}. If it is the
            right one, change the preview URL of the collection.
          </p>
        </Notice>
      );
  }
};
