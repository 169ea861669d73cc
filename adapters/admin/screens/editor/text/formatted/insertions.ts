import { t } from '../../../../catalogue/texts.ts';
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
  const { toolbar } = t;
  const { words } = toolbar;
  return [
    command(toolbar.heading('2'), words.heading, setHeading(2)),
    command(toolbar.heading('3'), words.heading, setHeading(3)),
    command(toolbar.heading('4'), words.heading, setHeading(4)),
    command(toolbar.bullets, words.bullets, edits.bullets),
    command(toolbar.numbers, words.numbers, edits.numbers),
    ...(edits.tasks === undefined ? [] : [command(toolbar.tasks, words.tasks, edits.tasks)]),
    command(toolbar.quote, words.quote, edits.quote),
    command(toolbar.table, words.table, edits.table),
    { name: toolbar.picture, words: words.picture, run: onImage },
    { name: toolbar.file, words: words.file, run: onFile },
    { name: toolbar.embed.name, words: words.embed, run: onEmbed },
    { name: toolbar.link, words: words.link, run: onLink },
    command(toolbar.codeBlock, words.codeBlock, edits.codeBlock),
    command(toolbar.divider, words.divider, edits.divider),
  ];
};
