import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../api/client.ts';
import { showToast } from '../show-toast.ts';

/** A dialog whose code loads when it is first opened. If it cannot be loaded, a toast says so, and it is closed. */
export const late = <Props extends { readonly onClose: () => void }>(
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
        (error: unknown) => {
          showToast({ kind: 'failed', text: messageOf(error) });
          props.onClose();
        },
      );
    }, []);
    return Late === undefined ? null : <Late {...props} />;
  };
};
