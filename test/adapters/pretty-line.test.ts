import { describe, expect, test } from 'vitest';
import { PinoLog } from '../../adapters/pino/pino-log.ts';
import { DomainError } from '../../core/index.ts';

/** A log for people whose output is recorded, without the time of each line. */
const recorded = ({ hasColors = false, worker = undefined as number | undefined } = {}) => {
  const written: string[] = [];
  const stream = { write: (text: string): void => void written.push(text) };
  const log = new PinoLog({ stream, worker, pretty: { hasColors } });
  const lines = () =>
    written
      .join('')
      .replaceAll(/^\d\d:\d\d:\d\d /gm, '')
      .trimEnd()
      .split('\n');
  return { log, written, lines };
};

const request = { request: 'r-1', method: 'GET', route: '/api/content/{id}', ms: 3.5 };

describe('a request is one short line', () => {
  test.each([
    [{ ...request, path: '/api/content/1', status: 200 }, 'GET /api/content/1 200 3.5 ms'],
    [{ ...request, status: 304 }, 'GET /api/content/{id} 304 3.5 ms'],
    [{ ...request, route: undefined, status: 404 }, 'GET - 404 3.5 ms'],
    [{ ...request, path: '/a', status: 500 }, 'GET /a 500 3.5 ms request r-1'],
    [
      { ...request, path: `/${'x'.repeat(200)}`, status: 200 },
      `GET /${'x'.repeat(119)}… 200 3.5 ms`,
    ],
  ])('%j', (fields, line) => {
    const { log, lines } = recorded();
    log.info('Request', fields);
    expect(lines()).toEqual([line]);
  });

  test('that also says when it was cut off', () => {
    const { log, lines } = recorded();
    log.info('Request was cut off', { ...request, path: '/a', status: undefined });
    expect(lines()).toEqual(['GET /a - 3.5 ms Request was cut off']);
  });

  test.each([
    [204, 32],
    [302, 36],
    [404, 33],
    [503, 31],
  ])('with the color of its status %i', (status, color) => {
    const { log, written } = recorded({ hasColors: true });
    log.info('Request', { ...request, status });
    expect(written.join('')).toContain(`\u001b[${color}m${status}\u001b[39m`);
  });
});

test('a line has the local time', () => {
  const { log, written } = recorded();
  log.info('Ready');
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d Ready\n$/);
});

test('fields follow the message, and a worker is named by its number', () => {
  const { log, lines } = recorded({ worker: 2 });
  log.info('Stopping', { signal: 'SIGINT', count: 2 });
  expect(lines()).toEqual(['[2] Stopping (signal SIGINT, count 2)']);
});

test('a warning is followed by its cause and the causes of that, without stacks', () => {
  const { log, lines } = recorded();
  const reset = Object.assign(new Error('read failed'), { code: 'ECONNRESET' });
  const both = new AggregateError([reset, new Error('timed out')], 'both addresses');
  const cause = new DomainError('dependency_unavailable', 'No database', { cause: both });
  log.warn('A chore failed', { chore: 'sweep' }, cause);
  log.warn('Odd', {}, 'a text\nof two lines');
  expect(lines()).toEqual([
    'Warning: A chore failed (chore sweep)',
    '  Cause: DomainError: No database (dependency_unavailable)',
    '    Cause: AggregateError: both addresses',
    '      Cause: Error: read failed (ECONNRESET)',
    '      Cause: Error: timed out',
    'Warning: Odd',
    '  Cause: a text\\u000aof two lines',
  ]);
});

test('an error is followed by its cause with its stack', () => {
  const { log, lines } = recorded();
  log.error('Unexpected error', { request: 'r-1' }, new Error('no\nsuch row'));
  const [first, second, third] = lines();
  expect([first, second]).toEqual([
    'Error: Unexpected error (request r-1)',
    '  Cause: Error: no\\u000asuch row',
  ]);
  expect(third).toMatch(/^ {4}at .*pretty-line\.test\.ts/);
});

test('no value can control the terminal or start a line', () => {
  const { log, written } = recorded({ hasColors: true });
  const hostile = 'a\u001b[2Jb\u009b31mc\r\nd\u0007e\u202ef\u2028g\u007f';
  log.info(hostile, { [hostile]: hostile });
  log.info('Request', { ...request, method: hostile, path: hostile, status: 200 });
  log.error(hostile, {}, Object.assign(new Error(hostile), { code: hostile, name: hostile }));
  const text = written.join('');
  const own = /\u001b\[\d+m|\n/g;
  expect(text.replaceAll(own, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(text).toContain('a\\u001b[2Jb\\u009b31mc\\u000d\\u000ad\\u0007e\\u202ef\\u2028g\\u007f');
  const starts = /^(?:\u001b\[2m\d\d:\d\d:\d\d\u001b\[22m |\u001b\[2m {4}at | {2}Cause: |$)/;
  for (const line of text.split('\n')) expect(line).toMatch(starts);
});

test('without colors a line has no escape sequence', () => {
  const { log, written } = recorded();
  log.info('Request', { ...request, status: 500 });
  log.error('Failed', { a: 1 }, new Error('no'));
  expect(written.join('')).not.toContain('\u001b');
});

test('secrets are redacted', () => {
  const { log, written } = recorded();
  log.info('Request', { ...request, path: '/x/st_hunter2hunter2', status: 200 });
  log.error('Failed', { password: 'hunter2' }, new Error('postgres://cms:hunter2@db/cms'));
  expect(written.join('')).not.toContain('hunter2');
});
