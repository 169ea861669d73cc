import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyEdit,
  normalizeBreaks,
} from '../../adapters/admin/screens/editor/model/line-endings.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\r', 'é'))
  .map((all) => all.join(''));

test('a text that is not edited stays as it is, byte for byte', () => {
  fc.assert(
    fc.property(text, (original) => applyEdit(original, normalizeBreaks(original)) === original),
  );
});

test('an edit gives the text of the text area, and keeps the endings of all other lines', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), text, (original, from, length, typed) => {
      const shown = normalizeBreaks(original);
      const start = Math.min(from % 40, shown.length);
      const end = Math.min(start + (length % 5), shown.length);
      const edited = shown.slice(0, start) + normalizeBreaks(typed) + shown.slice(end);
      const stored = applyEdit(original, edited);
      expect(normalizeBreaks(stored)).toBe(edited);
      const linesBefore = original.match(/[^\r\n]*(?:\r\n|\r|\n)/g) ?? [];
      const first = shown.slice(0, start).split('\n').length - 1;
      expect(stored.startsWith(linesBefore.slice(0, first).join(''))).toBe(true);
    }),
  );
});

test('new lines in a document with CRLF get CRLF', () => {
  expect(applyEdit('one\r\ntwo\r\n', 'one\nnew\ntwo\n')).toBe('one\r\nnew\r\ntwo\r\n');
});
