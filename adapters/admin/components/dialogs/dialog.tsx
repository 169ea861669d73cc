import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { addLayer, Toasts } from '../toasts.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Below the content, with the main action last. */
  readonly actions?: ComponentChildren;
  /** Called for Escape, the close button and a click beside the dialog. */
  readonly onClose: () => void;
  /** Only a button of the dialog closes it: for what cannot be shown again. */
  readonly locked?: boolean;
  /** A panel at the side instead of the middle. */
  readonly side?: boolean;
  readonly wide?: boolean;
}

/** A native modal dialog. The focus returns to where it was; Escape closes only the top one. */
export const Dialog = ({
  title,
  children,
  actions,
  onClose,
  locked = false,
  side = false,
  wide = false,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the next key, which belongs into the dialog.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const text = opener instanceof HTMLTextAreaElement ? opener : undefined;
    const selection = [text?.selectionStart ?? 0, text?.selectionEnd ?? 0] as const;
    const element = dialog.current;
    element?.showModal();
    const removeLayer = addLayer(titleId);
    return () => {
      removeLayer();
      // Nothing outside an open dialog can get the focus.
      element?.close();
      if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
      opener.focus({ preventScroll: true });
      // Chromium puts the caret at the start.
      text?.setSelectionRange(...selection);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${side ? ' side' : ''}${wide ? ' wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file input inside the dialog sends the same event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close a dialog without asking at the second gesture to go back, as on phones.
        if (target !== currentTarget || !currentTarget.isConnected) return;
        currentTarget.showModal();
        if (!locked) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog at the second Escape whatever its handler says.
        if (event.key === 'Escape' && locked) event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !locked) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={titleId} dir="auto">
            {title}
          </h2>
          {!locked && <Button kind="quiet" icon="close" label={t.common.close} onClick={onClose} />}
        </header>
        <div class="dialog-content">{children}</div>
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
      <Toasts layer={titleId} />
    </dialog>
  );
};
