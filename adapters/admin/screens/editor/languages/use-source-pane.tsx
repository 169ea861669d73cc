import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useMedia } from '../../../components/use-media.ts';
import { remembered } from '../../../shell/remembered.ts';
import type { OpenedItem } from '../model/open-item.ts';
import type { SourceView } from './source-note.tsx';
import { SourcePane } from './source-pane.tsx';
import { ownIn, type Translations } from './use-translations.ts';

const shown = remembered('quoin-source-pane');

/** From this width on there is space for the form and the source. */
const wide = '(min-width: 1100px)';

interface ShownSource {
  readonly view: SourceView;
  /** Beside the form. */
  readonly pane?: ComponentChildren;
  /** Over the form, where there is no space beside it. */
  readonly layer?: ComponentChildren;
}

/** The source of a translation. Beside the form, the browser remembers that it is open. */
export const useSourcePane = (opened: OpenedItem, translations: Translations): ShownSource => {
  const isWide = useMedia(wide);
  const [isLayer, setLayer] = useState(false);
  const hasSource = ownIn(translations.value, opened.editing)?.source !== undefined;
  const isOpen = hasSource && (isWide ? shown.value === 'open' : isLayer);
  const setOpen = (next: boolean): void => {
    if (isWide) shown.value = next ? 'open' : undefined;
    else setLayer(next);
  };
  const view = { isOpen, toggle: () => setOpen(!isOpen) };
  if (!isOpen) return { view };
  const pane = <SourcePane {...{ opened, translations }} onClose={() => setOpen(false)} />;
  return isWide
    ? { view, pane }
    : {
        view,
        layer: (
          <Dialog title={t.itemLanguages.source.title} side wide onClose={() => setOpen(false)}>
            {pane}
          </Dialog>
        ),
      };
};
