import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { useAltText } from '../../../media/use-alt-text.ts';
import styles from './chips.module.css';

/** Messages about the text, at the lower edge of what is visible of it; read out when they appear. */
export const Chips = ({ children }: { readonly children: ComponentChildren }) => (
  <div class={styles.chips} role="status">
    {children}
  </div>
);

const lifetimeMs = 6_000;

interface PastedChipProps {
  readonly onPlainText: () => void;
  readonly onClose: () => void;
}

/** Offers the plain text of what was pasted, for six seconds; longer while somebody is about to choose it. */
export const PastedChip = ({ onPlainText, onClose }: PastedChipProps) => {
  const [isHeld, setHeld] = useState(false);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => latest.current(), lifetimeMs);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      class={styles.chip}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <span>{t.textEditor.pasted}</span>
      <Button kind="quiet" onClick={onPlainText}>
        {t.textEditor.usePlainText}
      </Button>
    </div>
  );
};

interface AltChipProps {
  readonly file: MediaFileDto;
  readonly onClose: () => void;
}

/** Asks for the alternative text of an image that is new in the text. */
export const AltChip = ({ file, onClose }: AltChipProps) => {
  const { alt, setAlt, error, isBusy, store } = useAltText(file);

  const save = async (): Promise<void> => {
    if ((await store()) !== undefined) onClose();
  };

  return (
    <form
      class={styles.chip}
      onSubmit={(event) => {
        event.preventDefault();
        // The form of the item is around it.
        event.stopPropagation();
        void save();
      }}
    >
      <label class={styles.alt}>
        <span class="ellipsis">{t.textEditor.whatShows(file.originalName)}</span>
        <input
          class="input small"
          dir="auto"
          autoComplete="off"
          placeholder={t.textEditor.altText}
          value={alt}
          onInput={(event) => setAlt(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" busy={isBusy}>
        {t.common.add}
      </Button>
      <Button
        kind="quiet"
        icon="close"
        label={t.textEditor.leaveUndescribed(file.originalName)}
        onClick={onClose}
      />
      {error !== undefined && <p class={styles.error}>{error}</p>}
    </form>
  );
};
