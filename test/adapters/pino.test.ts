import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PinoLog, type LogLevel } from '../../adapters/pino/pino-log.ts';
import { DomainError } from '../../core/index.ts';

/** A log whose lines are recorded. */
const recorded = (level?: LogLevel) => {
  const lines: string[] = [];
  const stream = { write: (line: string): void => void lines.push(line) };
  const log = new PinoLog({ stream, ...(level && { level }) });
  const last = () => JSON.parse(lines.at(-1) ?? '');
  return { log, lines, last };
};

test('an entry is one line of JSON with level, time, fields and message', () => {
  const { log, lines, last } = recorded();
  log.info('Ready', { requestId: 'r-1', port: 8787, secure: false, absent: undefined });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  const { time, ...rest } = last();
  expect(rest).toEqual({
    level: 'info',
    requestId: 'r-1',
    port: 8787,
    secure: false,
    message: 'Ready',
  });
  expect(new Date(time).toISOString()).toBe(time);
});

test('a line break in an entry does not start a new line', () => {
  const { log, lines, last } = recorded();
  log.warn('first\n{"level":"error"}', { field: 'a\r\nb' }, new Error('c\nd'));
  expect(lines.join('').split('\n')).toHaveLength(2);
  expect(last()).toMatchObject({ message: 'first\n{"level":"error"}', field: 'a\r\nb' });
});

test('a level includes all more severe levels', () => {
  const written: Readonly<Record<LogLevel, readonly string[]>> = {
    silent: [],
    error: ['error'],
    warn: ['warn', 'error'],
    info: ['info', 'warn', 'error'],
  };
  for (const level of ['silent', 'error', 'warn', 'info'] as const) {
    const { log, lines } = recorded(level);
    log.info('info');
    log.warn('warn');
    log.error('error');
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(written[level]);
  }
});

test('a cause is logged with its stack, code and causes', () => {
  const { log, last } = recorded();
  const deepest = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
  const cause = new DomainError('dependency_unavailable', 'Unreachable', { cause: deepest });
  log.error('Failed', { requestId: 'r-1' }, cause);
  expect(last()).toMatchObject({
    level: 'error',
    requestId: 'r-1',
    cause: {
      name: 'DomainError',
      code: 'dependency_unavailable',
      message: 'Unreachable',
      stack: expect.stringContaining('pino.test.ts'),
      cause: { message: 'connection reset', code: 'ECONNRESET' },
    },
  });
  log.error('Failed', {}, new AggregateError([new Error('one'), new Error('two')], 'both'));
  expect(last().cause.errors).toMatchObject([{ message: 'one' }, { message: 'two' }]);
});

test('additional properties of errors are left out', () => {
  const { log, lines } = recorded();
  const driver = Object.assign(new Error('duplicate key'), {
    detail: 'Key (email)=(anna@example.org) already exists.',
    parameters: ['anna@example.org'],
    request: { body: 'anna@example.org' },
  });
  log.error('Failed', {}, new Error('outer', { cause: driver }));
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).not.toContain('anna@example.org');
});

describe('a secret is redacted', () => {
  const names =
    'password passwordHash newPassword PASSWD pwd token accessToken csrf_token authorization Authorization proxy-authorization cookie Set-Cookie secret JWT_SECRET clientSecret x-api-key X-API-Key apiKey private_key credentials passphrase legacySalt digest jwt';

  test.each(names.split(' '))('in a field named %s', (name) => {
    const { log, lines, last } = recorded();
    log.info('Field', { [name]: 'hunter2', other: 'kept' });
    expect(last()).toMatchObject({ [name]: '[redacted]', other: 'kept' });
    log.warn('Cause', {}, { a: { b: [{ c: { [name]: { deep: 'hunter2' }, other: 'kept' } }] } });
    expect(last().cause.a.b[0].c).toEqual({ [name]: '[redacted]', other: 'kept' });
    log.error('Number', { [name]: 4711 });
    expect(lines.join('')).not.toMatch(/hunter2|4711/);
  });

  test.each(['userId', 'tokenId', 'collection', 'path', 'status', 'hashing', 'keys'])(
    'but not a field named %s',
    (name) => {
      const { log, last } = recorded();
      log.info('Field', { [name]: 'kept' });
      expect(last()[name]).toBe('kept');
    },
  );

  const texts: Readonly<Record<string, string>> = {
    'a URL': 'connect postgres://cms:hunter2@db.internal:5432/cms failed',
    'an API token': 'unknown token st_hunter2hunter2hunter2',
    'a preview token': 'GET /api/content?preview=pv_hunter2hunter2hunter2 failed',
    'a session token': 'bad token eyJhbGciOiJIUzI1NiJ9.hunter2.hunter2-_',
    'a header': 'sent Authorization: Bearer hunter2.hunter2',
    'another header': 'sent basic hunter2==',
    'an upload session': 'PUT https://bucket.test/b/o?upload_id=hunter2-_.&part=1 failed',
  };
  test.each(Object.entries(texts))('in a text with %s', (_, text) => {
    const { log, lines, last } = recorded();
    log.error(text, { note: text }, new Error(text, { cause: text }));
    log.warn('Text', {}, [text, { text }]);
    expect(lines.join('')).not.toContain('hunter2');
    expect(last().cause[0]).toContain(text.split(' ')[0]);
  });
});

test('deep, large and circular values are cut off', () => {
  const { log, lines, last } = recorded();
  const circle: Record<string, unknown> = { name: 'circle' };
  circle['self'] = circle;
  log.warn('Circle', {}, circle);
  expect(last().cause.self.self.name).toBe('circle');
  log.warn('Wide', {}, { list: Array.from({ length: 100_000 }, (_, n) => n) });
  expect(last().cause.list).toHaveLength(50);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(5_000);
});

test('the log does not throw for any cause', () => {
  const { log, lines } = recorded();
  const fail = (): never => {
    throw new Error('no');
  };
  const nasty = [
    new Proxy({}, { ownKeys: fail }),
    Object.defineProperty(new Error('x'), 'stack', { get: fail }),
  ];
  for (const cause of [...nasty, 1n, Symbol('s'), fail, null, '', Number.NaN, new Map()]) {
    log.error('Nasty', {}, cause);
  }
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (cause) => {
      log.error('Any', {}, cause);
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ message: 'Any' });
    }),
  );
});

/** A program that starts with a log on standard output. */
const programOf = (rest: string): string[] => {
  const module = new URL('../../adapters/pino/pino-log.ts', import.meta.url).href;
  const start = `const { PinoLog } = await import(${JSON.stringify(module)}); const log = new PinoLog();`;
  return ['--input-type=module', '--eval', start + rest];
};

test('lines are written to standard output, and none is lost when the process exits', async () => {
  const words = programOf(`
    for (let n = 0; n < 500; n += 1) log.info(n + ' \u20ac \u{1f600} '.repeat(n));
    log.info('x'.repeat(1e6));
    log.info('last');
    process.exit(0);`);
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1e8 });
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).message);
  const numbered = Array.from({ length: 500 }, (_, n) => n + ' \u20ac \u{1f600} '.repeat(n));
  expect(messages).toEqual([...numbered, 'x'.repeat(1e6), 'last']);
});

test('no line is lost when the process crashes, or has nothing left to do', async () => {
  for (const end of [
    'throw new Error("crash")',
    'setTimeout(() => { throw new Error("crash"); }, 1)',
    '',
  ]) {
    const words = programOf(`log.info('first'); log.info('second'); log.warn('last'); ${end}`);
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [lines, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(exitCode).toBe(end === '' ? 0 : 1);
    expect(lines.match(/(?<="message":")\w+/g)).toEqual(['first', 'second', 'last']);
  }
});

describe('while lines cannot be written, a process continues', () => {
  const total = 30_000;
  /** In turns of the event loop. */
  const logged = (count: number): string => `
    const pad = 'x'.repeat(200);
    for (let n = 0; n < ${count}; n += 1) {
      log.info('Numbered', { n, pad });
      if (n % 100 === 0) await new Promise(setImmediate);
    }
    process.stderr.write('still here');`;
  /** More than fits. */
  const fill = logged(total);

  /** Reads the lines of a program after it has logged all of them, up to the first line with `end`. */
  const readLate = async (program: string, end: string): Promise<readonly string[]> => {
    const words = programOf(`${program} setInterval(() => undefined, 1_000);`);
    const child = spawn(process.execPath, words);
    onTestFinished(() => void child.kill());
    const [output] = await once(child.stderr, 'data');
    expect(String(output)).toBe('still here');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.includes(end)) break;
    }
    return lines;
  };

  /** That the first lines were written, and all others are in the number of dropped lines. */
  const expectGap = (lines: readonly string[]): void => {
    const entries = lines.map((line) => JSON.parse(line));
    const numbers = entries.flatMap(({ n }) => n ?? []);
    expect(numbers).toEqual(Array.from(numbers, (_, index) => index));
    expect(Buffer.byteLength(lines.join('\n'))).toBeLessThan(5 * 1024 * 1024);
    const report = { level: 'error', message: 'Log lines were dropped' };
    expect(entries.at(-1)).toMatchObject({ ...report, lines: total - numbers.length });
  };

  test('and writes all lines that fit when the reader reads again', async () => {
    expect(await readLate(logged(1_000), '"n":999,')).toHaveLength(1_000);
  });

  test('and reports how many lines did not fit when the reader reads again', async () => {
    expectGap(await readLate(fill, 'dropped'));
  });

  test('also when another process has made the pipe blocking', async () => {
    const other = `
      const { spawnSync } = await import('node:child_process');
      const stdio = ['ignore', 'inherit', 'inherit'];
      log.info('before');
      spawnSync(process.execPath, ['--eval', 'process.stdout.isTTY'], { stdio });`;
    expectGap((await readLate(other + fill, 'dropped')).slice(1));
  });

  test('and ends, although the reader has stopped', async () => {
    const child = spawn(process.execPath, programOf(`${fill} process.exit(0);`));
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
  });

  test.skipIf(!existsSync('/dev/full'))('and ends, on a full disk', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const child = spawn(process.execPath, programOf(fill), { stdio: ['ignore', full.fd, 'pipe'] });
    const [output, [exitCode]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect([output, exitCode]).toEqual(['still here', 0]);
  });

  test('and reports the dropped lines when the disk has space again', async () => {
    const words = programOf(`
      const { default: fs } = await import('node:fs');
      const { writeSync } = fs;
      fs.writeSync = () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); };
      ${fill}
      fs.writeSync = writeSync;`);
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1e8 });
    expectGap(stdout.trimEnd().split('\n'));
  });
});

test('a process continues when the reader of its lines closes the pipe', async () => {
  const child = spawn(
    process.execPath,
    programOf(`
      process.once('SIGUSR2', () => {
        for (let n = 0; n < 10; n += 1) log.info('x'.repeat(10_000));
        log.info('y'.repeat(100_000));
        process.stderr.write('still here');
        process.exit(0);
      });
      setInterval(() => undefined, 1_000);
      log.info('first');`),
  );
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill('SIGUSR2');
  const [output, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([output, exitCode]).toEqual(['still here', 0]);
});
