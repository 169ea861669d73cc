import { expect, test } from 'vitest';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { scheduleScene, type Outcome } from '../support/schedule/schedule-scene.ts';
import { waitUntil } from '../support/service/processes.ts';

/** Published once, and nothing else. */
const publishedOnce: Omit<Outcome, 'storedAt'> = {
  status: 'published',
  version: 2,
  revisions: 2,
  events: 2,
  failures: 0,
};

await withPostgres('migrated', (url) => {
  test('each change is made once and not early, by instances with wrong clocks, of which one is killed and one stopped', async () => {
    const scene = await scheduleScene(url);
    const services = await Promise.all([scene.start(0), scene.start(1), scene.start(-1)]);
    const plans = [
      await scene.planned('kill', 700),
      await scene.planned('stop', 900),
      ...(await Promise.all(
        Array.from({ length: 40 }, (_, n) => scene.planned(`quiet ${n}`, 500 + 40 * n)),
      )),
    ];
    await waitUntil(async () => (await scene.pending()) === 0);
    const [killed, stopped] = await Promise.all(
      plans.slice(0, 2).map(async ({ id }) => (await scene.callsFor(id))[0]),
    );
    expect(stopped).not.toBe(killed);

    // The stopped process wakes up with a claim that has ended, in the middle of its change.
    const survivor = services.find(({ child: { pid } }) => pid !== killed && pid !== stopped);
    survivor?.child.kill('SIGKILL');
    await survivor?.ended;
    process.kill(stopped ?? expect.fail(), 'SIGCONT');
    const last = await scene.planned('last', 200);
    await waitUntil(async () => (await scene.pending()) === 0);
    expect(await scene.callsFor(last.id)).toEqual([stopped]);

    for (const { id, at } of [...plans, last]) {
      const { storedAt, ...outcome } = await scene.outcomeOf(id);
      expect(outcome).toEqual(publishedOnce);
      expect(storedAt).toBeGreaterThanOrEqual(at);
    }
  });

  test('changes that came due while no instance ran are made at the next start', async () => {
    const scene = await scheduleScene(url);
    const { id, at } = await scene.planned('during downtime', 200);
    await waitUntil(async () => (await scene.now()) > at);
    expect(await scene.outcomeOf(id)).toMatchObject({ status: 'draft', version: 1 });
    // By its own clock, this instance would wait for an hour.
    await scene.start(-1);
    await waitUntil(async () => (await scene.pending()) === 0);
    expect(await scene.outcomeOf(id)).toMatchObject(publishedOnce);
  });

  test('an instance whose clock is ahead does not make a change before its time', async () => {
    const scene = await scheduleScene(url);
    const service = await scene.start(1);
    const far = await scene.planned('in half an hour', 1_800_000);
    const near = await scene.planned('soon', 1_500);
    await waitUntil(async () => (await scene.pending()) === 1);
    const { storedAt } = await scene.outcomeOf(near.id);
    expect(storedAt).toBeGreaterThanOrEqual(near.at);
    expect(await scene.outcomeOf(far.id)).toMatchObject({ status: 'draft', version: 1 });
    await scene.cms.schedule.remove(scene.editor, far.id);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('a blocked change fails once; a hook that takes longer than a claim runs once', async () => {
    const scene = await scheduleScene(url);
    await Promise.all([scene.start(0), scene.start(1), scene.start(-1)]);
    const [blocked, slow] = [await scene.planned('block', 200), await scene.planned('slow', 200)];
    await waitUntil(async () => (await scene.pending()) === 0);
    expect(await scene.outcomeOf(blocked.id)).toMatchObject({
      status: 'draft',
      version: 1,
      events: 1,
      failures: 1,
    });
    expect(await scene.cms.schedule.get(scene.editor, blocked.id)).toMatchObject([
      { reason: "blocked_by_hook: Blocked by the hook 'disturbing'. Not approved" },
    ]);
    expect(await scene.outcomeOf(slow.id)).toMatchObject(publishedOnce);
    expect(await scene.callsFor(blocked.id)).toHaveLength(1);
    expect(await scene.callsFor(slow.id)).toHaveLength(1);
  });
});
