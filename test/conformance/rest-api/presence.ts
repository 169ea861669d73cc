import { equal } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { at, expectError, expectStatus, restWorld, textAt } from './rest-world.ts';

/** Who is at an item. */
export const restPresenceSuite = suite<RestSubject>('REST presence', {
  'people who can read an item see who else is there, until they leave': async (subject) => {
    const { admin, person, anonymous } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/content', {
      title: 'Tides',
      collection: 'blog-posts',
    });
    const path = `/api/presence/${textAt(expectStatus(created, 201).json, 'data', 'id')}`;
    const viewer = await person(caller, 'viewer');
    const say = (state: string) => ({ tab: 'a', state });
    equal(expectStatus(await caller.post(path, say('writing')), 200).json, { data: [] }, 'alone');
    const met = expectStatus(await viewer.post(path, say('reading')), 200);
    equal(at(met.json, 'data', 0, 'state'), 'writing', 'the other one');
    expectStatus(await caller.post(path, say('left')), 200);
    equal((await viewer.post(path, say('reading'))).json, { data: [] }, 'after that');
    expectError(await viewer.post('/api/presence/x', say('reading')), 404, 'not_found');
    expectError(await viewer.post(path, { tab: '', state: 'reading' }), 400, 'invalid_input');
    expectError(await anonymous.post(path, say('reading')), 401, 'not_authenticated');
  },
});
