import { expect, test } from 'vitest';
import { findMistake } from '../../adapters/admin/screens/collections/model/json-mistake.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('a mistake in JSON is found in its line, exactly where JSON.parse rejects the text', () => {
  const valid = '{\n  "a": [1, -2.5e3, { "b": null }, []],\n  "c": "\\u00e9\\n",\n  "d": {}\n}';
  expect(findMistake(valid)).toBeUndefined();
  // Every text with one character less, or with another one in its place.
  for (let at = 0; at < valid.length; at += 1) {
    for (const other of ['', ',', '"', '}', ']', '0', 'x', '\n']) {
      const text = valid.slice(0, at) + other + valid.slice(at + 1);
      const isTwice = findMistake(text)?.message.includes('twice') === true;
      expect(findMistake(text) === undefined || isTwice, text).toBe(parses(text));
    }
  }
  expect(findMistake('{\n"a": 1,\n}')?.line).toBe(3);
  expect(findMistake('{ "a": 1,\n "a": 2 }')).toEqual({
    line: 2,
    message: 'The name "a" occurs twice.',
  });
});
