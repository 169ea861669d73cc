import { describe, expect, test } from 'vitest';
import { commentsModel } from '../../../adapters/admin/screens/editor/comments/comments-model.ts';
import {
  askedName,
  partsOf,
  peopleNamed,
  storedText,
  withMention,
  writtenOf,
} from '../../../adapters/admin/screens/editor/comments/mentions.ts';
import { findPassage, placeOf } from '../../../adapters/admin/screens/editor/comments/passages.ts';
import { operator } from '../../../core/index.ts';
import { modelWorld } from '../../support/admin/model-world.ts';

const ada = { id: '00000000-0000-7000-8000-00000000000a', name: 'Ada' };
const lovelace = { id: '00000000-0000-7000-8000-00000000000b', name: 'Ada Lovelace' };

describe('passages', () => {
  const text = 'The fair opens on 4 May. The fair closes on 4 May.';

  test('a place has the passage and what is around it', () => {
    const start = text.lastIndexOf('4 May');
    expect(placeOf('data.text', text, { start, end: start + 5 })).toEqual({
      path: 'data.text',
      quote: '4 May',
      before: 'The fair opens on 4 May. The fair closes on ',
      after: '.',
    });
    const long = placeOf('title', `${'b'.repeat(70)}${'q'.repeat(600)}a`, { start: 70, end: 670 });
    expect([long.quote.length, long.before.length, long.after.length]).toEqual([500, 60, 60]);
  });

  test('a passage is found by what is around it, also after the text has changed', () => {
    const start = text.lastIndexOf('4 May');
    const place = placeOf('data.text', text, { start, end: start + 5 });
    expect(findPassage(text, place)).toEqual({ start, end: start + 5 });
    const changed = `Read this. ${text.replace('opens', 'will open')}`;
    const found = findPassage(changed, place);
    expect(found?.start).toBe(changed.lastIndexOf('4 May'));
    expect(findPassage(text.replaceAll('4 May', 'Monday'), place)).toBeUndefined();
    expect(findPassage(text, { ...place, quote: '' })).toBeUndefined();
  });
});

describe('mentions', () => {
  test('names that were chosen become ids, the longest first', () => {
    const people = [ada, lovelace];
    expect(storedText({ text: 'So @Ada Lovelace, @Ada and @Bob?', people })).toBe(
      `So @[${lovelace.id}], @[${ada.id}] and @Bob?`,
    );
    expect(storedText({ text: 'a@Ada.org', people: [] })).toBe('a@Ada.org');
  });

  test('a stored text is shown with names, and stored the same again', () => {
    const stored = `So @[${lovelace.id}], and @[${lovelace.id.replace('b', 'c')}]?`;
    const written = writtenOf(stored, [ada, lovelace]);
    expect(written.people).toEqual([lovelace]);
    expect(storedText(written)).toBe(stored);
    expect(partsOf(stored, [lovelace])).toEqual([
      'So ',
      { mentioned: 'Ada Lovelace' },
      ', and ',
      { mentioned: 'somebody' },
      '?',
    ]);
  });

  test('the list opens after an @ that begins a word, and closes with the word', () => {
    const asked = (text: string) => askedName(text, text.length);
    expect([asked('@'), asked('So @Ad'), asked('(@ada l')]).toEqual(['', 'Ad', 'ada l']);
    expect([asked('me@example'), asked('@ x'), asked('So')]).toEqual(Array(3).fill(undefined));
    expect(peopleNamed([ada, lovelace], 'love')).toEqual([lovelace]);
    expect(peopleNamed([ada, { id: 'e', name: 'Éva' }], 'ev')).toHaveLength(1);
    const chosen = withMention({ text: 'So @lo?', people: [] }, 6, 'lo', lovelace);
    expect(chosen).toEqual({ text: 'So @Ada Lovelace ?', people: [lovelace], caret: 17 });
  });
});

test('the model reads, writes and hides comments', async () => {
  using world = await modelWorld();
  const { id } = await world.cms.content.create(operator, { collection: 'pages', title: 'Tides' });
  const model = commentsModel(id);
  expect(model.shown.value).toBeUndefined();
  await model.loadPeople();
  const [self] = model.people.value;
  const thread = await model.create('First', { path: 'title', quote: 'T', before: '', after: '' });
  await model.create('Second', undefined);
  await model.reply(thread, 'A reply');
  await model.edit(thread, `Hello @[${self!.id}]`);
  expect(model.open.value).toBe(2);
  await model.resolve(thread, true);
  expect(model.open.value).toBe(1);
  const [first] = model.shown.value ?? [];
  expect([first?.text, first?.place?.quote, first?.replies.map(({ text }) => text)]).toEqual([
    `Hello @[${self!.id}]`,
    'T',
    ['A reply'],
  ]);
  model.hide(thread);
  expect(model.shown.value?.map(({ text }) => text)).toEqual(['Second']);
  model.takeBack(thread);
  expect(model.shown.value).toHaveLength(2);
  model.hide(thread);
  await model.remove(thread);
  expect(model.shown.value?.map(({ text }) => text)).toEqual(['Second']);
  expect(await world.cms.comments.list(operator, id, {})).toHaveLength(1);
});
