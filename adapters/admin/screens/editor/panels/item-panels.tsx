import type { ComponentChildren } from 'preact';
import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import { t } from '../../../catalogue/texts.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { ApiPanel } from './api-panel.tsx';
import { CompareDialog } from '../copy/compare-dialog.tsx';
import { LanguageDialog } from '../languages/language-dialog.tsx';
import type { Translations } from '../languages/use-translations.ts';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import type { ItemPanel } from '../item-menu.tsx';
import type { OpenedItem } from '../model/open-item.ts';
import { NoteDialog } from '../saving/note-dialog.tsx';
import { TemplateDialog } from '../templates/template-dialog.tsx';

interface ItemPanelsProps {
  readonly opened: OpenedItem;
  readonly translations: Translations;
  readonly panel: ItemPanel | undefined;
  readonly side: ComponentChildren;
  readonly onRestore: (revision: RevisionDto) => Promise<string | undefined>;
  readonly onDiscard: () => void;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** What is shown over the form on request: one at a time. */
export const ItemPanels = (props: ItemPanelsProps) => {
  const { opened, translations, panel, side, onRestore, onDiscard, onPublish, onClose } = props;
  const { editing, isReadOnly } = opened;
  const item = editing.stored.value?.item;
  if (panel === undefined) return null;
  if (panel === 'details' || item === undefined) {
    return (
      <Dialog title={t.editor.about} onClose={onClose}>
        {item !== undefined && (
          <div>
            <StatusChip status={item.status} />
          </div>
        )}
        {side}
      </Dialog>
    );
  }
  switch (panel) {
    case 'api':
      return <ApiPanel editing={editing} onClose={onClose} />;
    case 'note':
      return <NoteDialog editing={editing} onClose={onClose} />;
    case 'template':
      return <TemplateDialog editing={editing} onClose={onClose} />;
    case 'language':
      return <LanguageDialog {...{ editing, translations, onClose }} />;
    case 'history':
      return <HistoryDrawer {...{ editing, isReadOnly, onRestore, onClose }} id={item.id} />;
    case 'changes':
      return <CompareDialog {...{ editing, onDiscard, onPublish, onClose }} />;
  }
};
