import type { TextSyntax } from '../syntax.ts';
import type { TextEdit } from '../text-edit.ts';
import type { MenuEntry } from './text-menu.ts';

interface InsertionOptions {
  readonly syntax: TextSyntax;
  readonly edit: (edit: TextEdit) => void;
  readonly onImage: () => void;
  readonly onFile: () => void;
  readonly onLink: () => void;
  readonly onEmbed: () => void;
}

/** What the menu puts into a text. */
export const insertions = ({
  syntax: { edits, setHeading },
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
    command('Bulleted list', 'points', edits.bullets),
    command('Numbered list', 'ordered', edits.numbers),
    ...(edits.tasks === undefined ? [] : [command('Task list', 'todo check', edits.tasks)]),
    command('Quote', 'citation', edits.quote),
    command('Table', 'columns rows', edits.table),
    { name: 'Picture', words: 'image photo', run: onImage },
    { name: 'File', words: 'download attachment media', run: onFile },
    { name: 'Embed', words: 'video post', run: onEmbed },
    { name: 'Link', words: 'item address', run: onLink },
    command('Code block', 'program', edits.codeBlock),
    command('Divider', 'line rule', edits.divider),
  ];
};
