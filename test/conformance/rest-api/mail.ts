import { equal } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { at, expectError, expectStatus, listAt, restWorld } from './rest-world.ts';

/** Mail. */
export const restMailSuite = suite<RestSubject>('REST mail', {
  'mail says what was not sent, and can be tested if it is configured': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const failures = expectStatus(await caller.get('/api/mail/failures'), 200);
    equal(listAt(failures.json, 'data'), [], 'failures');
    const tested = await caller.post('/api/mail/test');
    if (tested.status === 200) equal(typeof at(tested.json, 'data', 'sent'), 'boolean', 'sent');
    else expectError(tested, 409, 'mail_not_configured');
  },
});
