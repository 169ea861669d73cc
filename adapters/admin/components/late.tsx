import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import { showToast } from './toasts.tsx';

/** A component whose code loads when it is shown for the first time. A toast says if it could not be loaded. */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Late, setLate] = useState(() => loaded);
    useEffect(() => {
      if (Late !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setLate(() => component);
        },
        (error: unknown) => showToast({ kind: 'failed', text: messageOf(error) }),
      );
    }, []);
    return Late === undefined ? null : <Late {...props} />;
  };
};
