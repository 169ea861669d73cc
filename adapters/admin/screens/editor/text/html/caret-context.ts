import type { CaretContext } from '../syntax.ts';
import type { Selected } from '../text-edit.ts';
import { headings, meaningOf } from './elements.ts';
import { sourceOf } from './language.ts';
import { elementsAt, nameOf } from './nodes.ts';

/** What the commands are called that make these elements. */
const commands: Readonly<Record<string, string>> = {
  strong: 'bold',
  em: 'italic',
  code: 'code',
  pre: 'code',
  blockquote: 'quote',
};

/** The formatting at the caret: the elements around it. */
export const caretContext = ({ text, start }: Selected): CaretContext => {
  const source = sourceOf(text);
  const pressed = new Set<string>();
  let heading: number | undefined;
  let isInList = false;
  for (const element of elementsAt(source, start)) {
    const name = meaningOf(nameOf(source, element));
    const isInside = element.from < start && start < element.to;
    const command = commands[name];
    if (headings.has(name)) heading = Number(name.slice(1));
    else if (command !== undefined) pressed.add(command);
    else if (name === 'a' && isInside) pressed.add('link');
    else if ((name === 'ul' || name === 'ol') && !isInList) {
      pressed.add(name === 'ul' ? 'bullets' : 'numbers');
      isInList = true;
    }
  }
  return { heading, pressed };
};
