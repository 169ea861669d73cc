import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { canRetry, hasCode, hasStatus, messageOf, OfflineError } from '../api/client.ts';
import { onReconnect } from '../api/connection.ts';
import type { Resource } from '../api/resource.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from './button.tsx';
import { CodeBlock } from './texts/code-block.tsx';
import { Icon, type IconName } from './icon.tsx';

const spinnerDelayMs = 150;

/** A spinner; operations that take less than 150 ms show none. */
export const Loading = ({ what }: { readonly what: string }) => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="loading" role="status">
      {isSlow && (
        <>
          <span class="spinner" aria-hidden="true" /> {t.components.loading(what)}
        </>
      )}
    </p>
  );
};

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A message in the place of content. */
export const Notice = ({ icon, title, children }: NoticeProps) => (
  <section class="notice">
    <Icon name={icon} size={28} />
    <h2 dir="auto">{title}</h2>
    {children}
  </section>
);

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What the list is for. */
  readonly children: ComponentChildren;
  /** One action. */
  readonly action?: ComponentChildren;
  /** The API call that would fill the list. */
  readonly call?: string;
}

export const Empty = ({ icon, title, children, action, call }: EmptyProps) => (
  <Notice icon={icon} title={title}>
    <p>{children}</p>
    {action}
    {call !== undefined && (
      <details>
        <summary>{t.components.withApi}</summary>
        <CodeBlock code={call} label={t.components.apiCall} />
      </details>
    )}
  </Notice>
);

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What to show if it does not exist. */
  readonly missing?: ComponentChildren;
}

/** Why something could not be read, and what to do. Tries again when the connection is back; offers it if it can help. */
export const Failure = ({ error, onRetry, missing }: FailureProps) => {
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => onReconnect(() => retry.current()), []);
  if (hasCode(error, 'second_factor_setup_required')) return <FactorNeeded />;
  if (hasStatus(error, 403)) return <Forbidden />;
  if (hasStatus(error, 404) && missing !== undefined) return <>{missing}</>;
  return (
    <Notice icon="warning" title={t.components.notLoaded}>
      <p role="alert">
        {error instanceof OfflineError ? t.components.loadsOnReconnect : messageOf(error)}
      </p>
      {canRetry(error) && (
        <Button kind="primary" onClick={onRetry}>
          {t.common.tryAgain}
        </Button>
      )}
    </Notice>
  );
};

export const Forbidden = () => (
  <Notice icon="key" title={t.components.forbidden.title}>
    <p>{t.components.forbidden.text}</p>
    <a href="/admin">{t.shell.goToDashboard}</a>
  </Notice>
);

/** In the place of what the service shows only to accounts with a second factor. */
export const FactorNeeded = () => (
  <Notice icon="key" title={t.components.factorNeeded.title}>
    <p>{t.components.factorNeeded.text}</p>
    <a href="/admin/profile">{t.components.factorNeeded.setUp}</a>
  </Notice>
);

interface LoadedProps<T> extends Pick<FailureProps, 'missing'> {
  readonly resource: Resource<T>;
  /** What is being read, for the spinner: “content”. */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows a resource in each of its states. While it is read again, the former value stays. */
export const Loaded = <T,>({ resource, what, missing, children }: LoadedProps<T>) => {
  const state = resource.state.value;
  if (state.kind === 'failed') {
    return <Failure error={state.error} onRetry={resource.reload} missing={missing} />;
  }
  const { value } = resource;
  return value === undefined ? <Loading what={what} /> : <>{children(value)}</>;
};
