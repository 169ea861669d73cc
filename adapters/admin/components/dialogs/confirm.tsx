import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '../inputs/field.tsx';

export interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The label of the button that does it: a verb, and what it is about. */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** The user must type this before the action is enabled. */
  readonly typed?: string;
}

interface Asked extends Question {
  readonly answer: (confirmed: boolean) => void;
}

const asked = signal<Asked | undefined>(undefined);

/** Asks in a dialog and resolves to whether the user confirmed. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.peek()?.answer(false);
    asked.value = {
      ...question,
      answer: (confirmed) => {
        asked.value = undefined;
        resolve(confirmed);
      },
    };
  });

/** Shows the question that {@link confirm} asks; once in the app. */
export const ConfirmDialog = () => {
  const question = asked.value;
  return question === undefined ? null : <QuestionDialog key={question.title} {...question} />;
};

/** As a browser shows it: several spaces in a name look like one. */
const collapse = (text: string): string => text.trim().replace(/\s+/g, ' ');

const QuestionDialog = ({ title, text, action, cancel, danger, typed, answer }: Asked) => {
  const [input, setInput] = useState('');
  const isReady = typed === undefined || collapse(input) === collapse(typed);
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{cancel ?? t.common.cancel}</Button>
          <Button
            kind={danger === true ? 'danger' : 'primary'}
            disabled={!isReady}
            onClick={() => answer(true)}
          >
            {action}
          </Button>
        </>
      }
    >
      <div class="prose">{typeof text === 'string' ? <p>{text}</p> : text}</div>
      {typed !== undefined && (
        <TextField
          label={t.components.typeToConfirm(typed)}
          value={input}
          onInput={setInput}
          attributes={{ autoFocus: true, autoComplete: 'off' }}
        />
      )}
    </Dialog>
  );
};
