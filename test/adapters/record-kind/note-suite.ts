import { hour } from '../../../core/vocabulary.ts';
import { equal } from '../../conformance/assert.ts';
import { modifyAll } from '../../conformance/cases.ts';
import { awkwardText, contentId, userId } from '../../conformance/samples.ts';
import { suite } from '../../conformance/suite.ts';
import type { Note, NoteRepository } from './note.ts';

const sampleNote = (n: number, changes: Partial<Note> = {}): Note => ({
  id: contentId(n),
  text: awkwardText,
  writtenBy: undefined,
  createdAt: n,
  ...changes,
});

export const noteSuite = suite<NoteRepository>('NoteRepository', {
  'a note is returned as it was stored': async (notes) => {
    const whole = sampleNote(1, { writtenBy: userId(1), labels: [awkwardText, ''] });
    await notes.insert(whole);
    await notes.insert(sampleNote(2));
    equal(await notes.find(contentId(1)), whole, 'with all members');
    equal(await notes.find(contentId(2)), sampleNote(2), 'without those that can be absent');
    equal(await notes.find(contentId(3)), undefined, 'an unknown note');
  },

  'the list is newest first': async (notes) => {
    for (const n of [2, 3, 1]) await notes.insert(sampleNote(n));
    equal(
      (await notes.list()).map(({ id }) => id),
      [3, 2, 1].map(contentId),
      'ids',
    );
  },

  'delete tells whether there was one': async (notes) => {
    await notes.insert(sampleNote(1));
    equal(await notes.delete(contentId(1)), true, 'a stored note');
    equal(await notes.delete(contentId(1)), false, 'a deleted note');
  },

  'a sweep removes old notes': async (notes) => {
    await notes.insert(sampleNote(1, { createdAt: Date.now() }));
    await notes.insert(sampleNote(2));
    while (await notes.sweep(hour));
    equal(
      (await notes.list()).map(({ id }) => id),
      [contentId(1)],
      'ids',
    );
  },

  'stored notes do not share objects with callers': async (notes) => {
    const given = sampleNote(1, { labels: ['a'] });
    await notes.insert(given);
    modifyAll(given);
    modifyAll(await notes.find(contentId(1)));
    equal(await notes.find(contentId(1)), sampleNote(1, { labels: ['a'] }), 'the stored note');
  },
});
