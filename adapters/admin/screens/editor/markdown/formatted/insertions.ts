import { markdownEdits, setHeading } from '../markdown-edits.ts';
import type { TextEdit } from '../text-edit.ts';
import type { MenuEntry } from './text-menu.ts';

interface InsertionOptions {
  readonly edit: (edit: TextEdit) => void;
  readonly onImage: () => void;
  readonly onFile: () => void;
  readonly onLink: () => void;
  readonly onEmbed: () => void;
}

/** What the menu puts into a text. */
export const insertions = ({
  edit,
  onImage,
  onFile,
  onLink,
  onEmbed,
}: InsertionOptions): readonly MenuEntry[] => {
  const command = (name: string, words: string, make: TextEdit): MenuEntry => ({
    name,
    words,
    run: () => edit(make),
  });
  return [
    command('Heading 2', 'title', setHeading(2)),
    command('Heading 3', 'title', setHeading(3)),
    command('Heading 4', 'title', setHeading(4)),
    command('Bulleted list', 'points', markdownEdits.bullets),
    command('Numbered list', 'ordered', markdownEdits.numbers),
    command('Task list', 'todo check', markdownEdits.tasks),
    command('Quote', 'citation', markdownEdits.quote),
    command('Table', 'columns rows', markdownEdits.table),
    { name: 'Picture', words: 'image photo', run: onImage },
    { name: 'File', words: 'download attachment media', run: onFile },
    { name: 'Embed', words: 'video post', run: onEmbed },
    { name: 'Link', words: 'item address', run: onLink },
    command('Code block', 'program', markdownEdits.codeBlock),
    command('Divider', 'line rule', markdownEdits.divider),
  ];
};
