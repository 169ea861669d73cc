import { MarkdownItReader } from '../../../adapters/markdown-it/markdown-it-reader.ts';
import type { MarkdownPart } from '../../../core/index.ts';
import {
  markdownReaderSuite,
  type MarkdownReaderSubject,
} from '../../conformance/markdown-reader.ts';
import { mutantsOf, type Mutant } from './mutant.ts';

const reading =
  (
    read: (parts: readonly MarkdownPart[], markdown: string) => readonly MarkdownPart[],
  ): Mutant<MarkdownReaderSubject>['make'] =>
  ({ reader }) => ({ reader: { read: (markdown) => read(reader.read(markdown), markdown) } });

export const markdownReaderMutants = mutantsOf<MarkdownReaderSubject>(
  markdownReaderSuite,
  () => ({ reader: new MarkdownItReader() }),
  [
    {
      fault: 'keeps the signs of Markdown',
      caughtBy: 'text is without the signs of Markdown',
      make: reading((_, markdown) => [{ kind: 'text', text: markdown }]),
    },
    {
      fault: 'joins what is in different cells',
      caughtBy: 'text is without the signs of Markdown',
      make: reading((parts) => parts.filter(({ kind }) => kind !== 'space')),
    },
    {
      fault: 'takes tags in code for HTML',
      caughtBy: 'code has all its signs',
      make: reading((parts) =>
        parts.map((part) => (part.text.includes('<') ? { ...part, kind: 'html' } : part)),
      ),
    },
    {
      fault: 'takes every sign that opens a tag for one',
      caughtBy: 'HTML begins where CommonMark says so',
      make: reading((parts) =>
        parts.map((part) =>
          part.kind === 'text' && part.text.includes('<') ? { ...part, kind: 'html' } : part,
        ),
      ),
    },
    {
      fault: 'shows HTML as text',
      caughtBy: 'HTML begins where CommonMark says so',
      make: reading((parts) =>
        parts.map((part) => (part.kind === 'html' ? { ...part, kind: 'text' } : part)),
      ),
    },
    {
      fault: 'leaves out addresses that are defined elsewhere',
      caughtBy: 'links and images have addresses, also those that are defined elsewhere',
      make: reading((parts, markdown) =>
        parts.filter(
          ({ kind, text }) =>
            kind !== 'address' || markdown.includes(`](${text}`) || text.includes('/'),
        ),
      ),
    },
    {
      fault: 'gives up on quotes in many quotes',
      caughtBy: 'no text stops the reader',
      make: reading((parts, markdown) => {
        if (markdown.startsWith('> > > > ')) throw new RangeError('Maximum call stack size');
        return parts;
      }),
    },
  ],
);
