import { describe, expect, test } from 'vitest';
import {
  continueList,
  indentList,
} from '../../adapters/admin/screens/editor/markdown/list-keys.ts';
import { after, left, marked } from '../support/admin/marked-text.ts';

describe('Enter', () => {
  const enter = (text: string): string => after(marked(text), continueList(marked(text)));

  test.each([
    ['- one‸', '- one\n- ‸'],
    ['* o‸ne', '* o\n* ‸ne'],
    ['+   wide‸', '+   wide\n+   ‸'],
    ['1. one‸', '1. one\n2. ‸'],
    ['9) nine‸', '9) nine\n10) ‸'],
    ['- [x] done‸', '- [x] done\n- [ ] ‸'],
    ['> quoted‸', '> quoted\n> ‸'],
    ['> - in a quotation‸', '> - in a quotation\n> - ‸'],
    ['- a\n  - b‸\n- c', '- a\n  - b\n  - ‸\n- c'],
    ['- a\n\t+ b‸', '- a\n\t+ b\n\t+ ‸'],
    ['- one‸ two', '- one\n- ‸two'],
  ])('in %j goes on: %j', (text, result) => expect(enter(text)).toBe(result));

  test.each([
    ['- one\n- ‸', '- one\n‸'],
    ['1. one\n2. ‸\n\nend', '1. one\n‸\n\nend'],
    ['- [ ] a\n- [ ] ‸', '- [ ] a\n‸'],
    ['> a\n> ‸', '> a\n‸'],
    ['> - a\n> - ‸', '> - a\n> ‸'],
    ['- a\n  - b\n  - ‸', '- a\n  - b\n- ‸'],
    ['1. a\n   - b\n   - ‸', '1. a\n   - b\n2. ‸'],
  ])('in the empty entry of %j ends it: %j', (text, result) => expect(enter(text)).toBe(result));

  test.each([
    'words‸',
    '‸- one',
    '-‸ one',
    '---‸',
    '- - -‸',
    '* * *‸',
    '```\n- a‸',
    '- ⟨one⟩',
    '-no‸',
    '**b** x‸',
    '2026‸ x',
  ])('in %j only breaks the line', (text) => expect(enter(text)).toBe(left));
});

describe('Tab', () => {
  const tab = (text: string): string => after(marked(text), indentList(marked(text), 'in'));
  const back = (text: string): string => after(marked(text), indentList(marked(text), 'out'));

  test.each([
    ['- a\n- b‸', '- a\n  - b‸'],
    ['1. a\n2. b‸', '1. a\n   1. b‸'],
    ['10. a\n11. b‸', '10. a\n    1. b‸'],
    ['- a\n  - b\n- c‸', '- a\n  - b\n  - c‸'],
    ['- a\n- b‸\n  - inner\n\ntext', '- a\n  - b‸\n    - inner\n\ntext'],
    ['- a\n- ⟨b\n- c⟩', '- a\n  - ⟨b\n  - c⟩'],
    ['- a\n\t- b\n\t- c‸', '- a\n\t- b\n\t\t- c‸'],
    ['1. a\n   1. x\n2. b‸', '1. a\n   1. x\n   2. b‸'],
  ])('in %j indents: %j', (text, result) => expect(tab(text)).toBe(result));

  test.each([
    ['- a\n  - b‸', '- a\n- b‸'],
    ['1. a\n   1. b‸', '1. a\n2. b‸'],
    ['- a\n\t- b‸', '- a\n- b‸'],
    ['- a\n  - b‸\n    - inner', '- a\n- b‸\n  - inner'],
  ])('with Shift in %j outdents: %j', (text, result) => expect(back(text)).toBe(result));

  test('leaves the field outside of lists, and where there is no such level', () => {
    for (const text of ['words‸', '- first‸', '- a\n  - b‸', '> - a\n> - b‸', '```\n- a\n- b‸']) {
      expect(tab(text)).toBe(left);
    }
    for (const text of ['words‸', '- a\n- b‸']) expect(back(text)).toBe(left);
  });
});
