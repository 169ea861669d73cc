import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ContentInfoDto } from '../../../../../contracts/operations/content.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import type { MenuEntry } from '../../../components/menu.tsx';
import { useMedia } from '../../../components/use-media.ts';
import { showToast } from '../../../components/show-toast.ts';
import type { NamedCommand } from '../../../shell/commands.ts';
import { remembered } from '../../../shell/remembered.ts';
import { navigate, urlOf } from '../../../shell/router.ts';
import { focusControl, idOf } from '../error-links.ts';
import type { Editing } from '../model/editing.ts';
import { fieldKey } from './field-key.ts';
import { takeOpenPreview } from './newer-policy.ts';
import type { EditMessage } from './page-messages.ts';
import { PreviewPane } from './preview-pane.tsx';
import styles from './preview-pane.module.css';

const shown = remembered('quoin-preview');

/** From this width on there is space for the form and the page. */
const wide = '(min-width: 1100px)';

interface ShownPreview {
  /** Opens and closes the preview. */
  readonly toggle: ComponentChildren;
  /** Beside the form. */
  readonly pane?: ComponentChildren;
  /** Over the form, where there is no space beside it. */
  readonly layer?: ComponentChildren;
  readonly commands: readonly NamedCommand[];
  /** For the menu of the item. */
  readonly entries: readonly MenuEntry[];
}

const noPreview: ShownPreview = { toggle: undefined, commands: [], entries: [] };

/**
 * The preview of an item whose collection has a URL for it. Beside the form, the browser remembers that it is open.
 *
 * @param showForm shows the fields, instead of the data as JSON.
 */
export const usePreviewPane = (
  editing: Editing,
  info: ContentInfoDto | undefined,
  showForm: () => void,
): ShownPreview => {
  const isWide = useMedia(wide);
  const [isLayer, setLayer] = useState(takeOpenPreview);
  if (editing.collection.previewUrl === undefined) return noPreview;

  const isOpen = isWide ? shown.value === 'open' : isLayer;
  const setOpen = (next: boolean): void => {
    if (isWide) shown.value = next ? 'open' : undefined;
    else setLayer(next);
  };
  const follow = ({ id, path }: EditMessage): void => {
    if (id !== editing.stored.peek()?.item.id) {
      const run = (): void => void navigate(urlOf(`/content/${id}`));
      showToast({ text: t.preview.ofOther, action: { label: t.preview.openOther, run } });
      return;
    }
    showForm();
    setLayer(false);
    // Once the form is there.
    requestAnimationFrame(() => focusControl(idOf(fieldKey(path, editing.collection.schema))));
  };
  const preview = isOpen && (
    <PreviewPane editing={editing} canEdit={info?.canEdit === true} onEdit={follow} />
  );
  const name = isOpen ? t.preview.hide : t.preview.show;
  return {
    toggle: (
      <div class={styles.toggle}>
        <Button
          kind="quiet"
          icon="screen"
          label={t.preview.title}
          attributes={{ 'aria-pressed': isOpen }}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
    ),
    commands: [{ name, icon: 'screen', run: () => setOpen(!isOpen) }],
    entries: isWide
      ? []
      : [{ label: t.preview.title, icon: 'screen', onSelect: () => setOpen(true) }],
    ...(preview !== false && isWide && { pane: preview }),
    ...(preview !== false &&
      !isWide && {
        layer: (
          <Dialog title={t.preview.title} side wide onClose={() => setLayer(false)}>
            <div class={styles.layer}>{preview}</div>
          </Dialog>
        ),
      }),
  };
};
