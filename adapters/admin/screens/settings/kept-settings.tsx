import type { FieldIssues } from '../../api/issues.ts';
import { TextField } from '../../components/inputs/field.tsx';

/** How much is kept, and how long, as it is typed. */
export interface KeptDraft {
  readonly historyMaxPerItem: string;
  readonly historyMaxDays: string;
  readonly trashDays: string;
  readonly changesDays: string;
}

export const keptLabels = {
  historyMaxPerItem: 'Versions of an item to keep',
  historyMaxDays: 'Days to keep a version',
  trashDays: 'Days in the trash',
  changesDays: 'Days to keep changes',
};

interface KeptSettingsProps {
  readonly draft: KeptDraft;
  readonly issues: FieldIssues;
  readonly idOf: (path: string) => string;
  readonly change: (part: Partial<KeptDraft>) => void;
}

/** How long versions, deleted content and changes are kept. */
export const KeptSettings = ({ draft, issues, idOf, change }: KeptSettingsProps) => (
  <>
    <section class="card" aria-labelledby="history-heading">
      <h2 id="history-heading">History</h2>
      <p class="quiet-text">
        Every save keeps a version of the item, which can be compared and restored. The newest
        version, the last published one, and versions with a note always stay.
      </p>
      <TextField
        id={idOf('historyMaxPerItem')}
        label={keptLabels.historyMaxPerItem}
        hint="Older versions are removed. 0 keeps no history at all."
        value={draft.historyMaxPerItem}
        error={issues['historyMaxPerItem']}
        onInput={(historyMaxPerItem) => change({ historyMaxPerItem })}
        attributes={{ inputMode: 'numeric' }}
      />
      <TextField
        id={idOf('historyMaxDays')}
        label={keptLabels.historyMaxDays}
        hint="0 keeps versions of any age."
        value={draft.historyMaxDays}
        error={issues['historyMaxDays']}
        onInput={(historyMaxDays) => change({ historyMaxDays })}
        attributes={{ inputMode: 'numeric' }}
      />
    </section>
    <section class="card" aria-labelledby="trash-heading">
      <h2 id="trash-heading">Trash</h2>
      <TextField
        id={idOf('trashDays')}
        label={keptLabels.trashDays}
        hint="Deleted content can be restored during this time. With 0, it is deleted permanently at once."
        required
        attributes={{ inputMode: 'numeric' }}
        value={draft.trashDays}
        error={issues['trashDays']}
        onInput={(trashDays) => change({ trashDays })}
      />
    </section>
    <section class="card" aria-labelledby="changes-heading">
      <h2 id="changes-heading">Changes</h2>
      <TextField
        id={idOf('changesDays')}
        label={keptLabels.changesDays}
        hint="Programs that follow the changes start again if they were away for longer."
        required
        attributes={{ inputMode: 'numeric' }}
        value={draft.changesDays}
        error={issues['changesDays']}
        onInput={(changesDays) => change({ changesDays })}
      />
    </section>
  </>
);
