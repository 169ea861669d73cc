import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Combobox } from '../../../components/inputs/combobox.tsx';
import styles from './add-language.module.css';
import { findLanguages, type KnownLanguage } from './find-languages.ts';

interface AddLanguageProps {
  /** The codes in the list. */
  readonly taken: readonly string[];
  readonly onAdd: (language: KnownLanguage) => void;
  readonly onClose: () => void;
}

/** Finds a language by its name or its code. */
export const AddLanguage = ({ taken, onAdd, onClose }: AddLanguageProps) => {
  const [text, setText] = useState('');
  return (
    <Dialog title={t.localeSettings.add.title} onClose={onClose}>
      <Combobox
        label={t.common.language}
        placeholder={t.localeSettings.add.placeholder}
        value={text}
        onInput={setText}
        options={findLanguages(text, taken)}
        keyOf={({ code }) => code}
        marksFirst
        empty={t.localeSettings.add.notFound}
        onChoose={(language) => {
          if (language !== undefined) onAdd(language);
        }}
      >
        {({ code, ownName, name }) => (
          <span class={styles.language}>
            <span lang={code} dir="auto">
              {ownName}
            </span>
            <span class="quiet-text">{name === ownName ? '' : name}</span>
            <code class="quiet-text">{code}</code>
          </span>
        )}
      </Combobox>
    </Dialog>
  );
};
