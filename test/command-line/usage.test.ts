import { describe, expect, test } from 'vitest';
import { commandHelp } from '../../bootstrap/tools/generated-pages.ts';
import { quoin } from '../support/service/command-line.ts';

const names = [...commandHelp().keys()];

describe('--help of', () => {
  test.each(names)('%s', async (name) => {
    const { exitCode, printed, notices } = await quoin([...name.split(' '), '--help']);
    expect(exitCode).toBe(0);
    expect(notices).toEqual([]);
    const text = printed.join('\n');
    for (const part of [
      `Usage: quoin ${name}`,
      'Options:',
      '\n\nExit codes:',
      '\n\nExamples:',
      `  quoin ${name}`,
    ]) {
      expect(text).toContain(part);
    }
    const lines = text.split('\n');
    const wrapped = lines.slice(1, lines.indexOf('Examples:'));
    expect(Math.max(...wrapped.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('a command needs neither settings nor other arguments', async () => {
    const environment = { PORT: 'none' };
    expect((await quoin(['import', '--help'], { environment })).exitCode).toBe(0);
    expect((await quoin(['help', 'user', 'create'], { environment })).printed.join()).toContain(
      '--email',
    );
  });
});

describe('the overview', () => {
  test.each([[['--help']], [['help']], [['-h']]])('is printed by %j', async (args) => {
    const { exitCode, printed } = await quoin(args);
    expect(exitCode).toBe(0);
    for (const name of names) expect(printed.join('\n')).toContain(`  ${name} `);
  });

  test('goes to standard error without arguments', async () => {
    const { exitCode, printed, notices } = await quoin([]);
    expect([exitCode, printed]).toEqual([2, []]);
    expect(notices.join()).toContain('Usage: quoin <command>');
  });

  test('of a group lists its commands', async () => {
    const { printed } = await quoin(['user', '--help']);
    expect(printed.join()).toContain('Usage: quoin user <command>');
    expect(printed.join()).toMatch(/ create +Create an account/);
    expect(printed.join()).not.toMatch(/openapi|display help/);
  });
});

test('--version prints the version', async () => {
  expect(await quoin(['--version'])).toMatchObject({ exitCode: 0, printed: ['1.2.3'] });
});

describe('wrong usage is explained, with exit code 2:', () => {
  test.each([
    [['improt'], "Unknown command 'improt'\n(Did you mean import?)"],
    [['help', 'improt'], "Unknown command 'improt'\n(Did you mean import?)"],
    [['improt', '--help'], "Unknown command 'improt'\n(Did you mean import?)"],
    [['user', 'crate', '-h'], "Unknown command 'crate'\n(Did you mean create?)"],
    [['nonsense'], "Unknown command 'nonsense'"],
    [['user'], 'Usage: quoin user <command>'],
    [['user', 'delete'], "Unknown command 'delete'"],
    [['import'], "Missing required argument 'folder|file'"],
    [['import', ''], 'It must not be empty.'],
    [['openapi', 'a'], "Too many arguments for 'openapi'."],
    [['import', 'a', '--dryrun'], "Unknown option '--dryrun'\n(Did you mean --dry-run?)"],
    [['import', 'a', '-x'], "Unknown option '-x'"],
    [['import', 'a', '--version'], "Unknown option '--version'"],
    [['import', 'a', '--collection'], "Option '--collection <name>' argument missing"],
    [['import', 'a', '--collection='], "'--collection <name>' argument '' is invalid. It must not"],
    [['import', 'a', '--overwrite=yes'], "Unknown option '--overwrite=yes'"],
    [
      ['import', 'a', '--status', 'done'],
      "'--status <status>' argument 'done' is invalid. Allowed choices are draft, published, archived.",
    ],
    [['import', '.', '--dry-run'], 'Markdown needs --collection <name>.'],
    [['import', '.', '--on-slug-clash', 'rename'], 'Allowed choices are skip, suffix, path.'],
    [['export', '/tmp/quoin-nowhere', '--url', 'https://cms'], '--url needs --email'],
    [['export', '/tmp/quoin-nowhere', '--email', 'a@b.c'], '--email needs --url.'],
    [
      ['export', '/tmp/quoin-nowhere', '--url', 'ftp://cms', '--email', 'a@b.c'],
      'not an http or https URL',
    ],
    [['migrate', '--check', '--plan'], "'--check' cannot be used with option '--plan'"],
    [['user', 'create'], "Required option '--email <address>' not specified"],
    [
      ['user', 'create', '--email', 'a@b.c', '--role', 'owner'],
      'Allowed choices are viewer, author, editor, admin.',
    ],
    [['token', 'create'], "Required option '--name <name>' not specified"],
    [['token', 'create', '--name', 'x', '--expires', '2d'], 'Allowed choices are never, 30d'],
    [['token', 'create', '--name', 'x', '--collection', ''], 'It must not be empty.'],
    [['completion', 'csh'], 'Allowed choices are bash, zsh, fish.'],
  ])('%j', async (args, sentence) => {
    const { exitCode, printed, notices } = await quoin(args, { password: 'secret' });
    expect(notices.join('\n')).toContain(sentence);
    expect(notices.join('\n')).toMatch(/--help/);
    expect([exitCode, printed]).toEqual([2, []]);
  });
});

test('mistakes in the settings are all reported, with exit code 1', async () => {
  const { exitCode, notices } = await quoin(['openapi'], {
    environment: { PORT: 'none', PUBLIC_URL: 'cms' },
  });
  expect(exitCode).toBe(1);
  expect(notices.join('\n')).toContain('PORT');
});

test('the OpenAPI document needs no database', async () => {
  const { exitCode, printed } = await quoin(['openapi'], {
    environment: { PUBLIC_URL: 'https://cms.example.com' },
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    openapi: '3.0.3',
    servers: [{ url: 'https://cms.example.com' }],
  });
});
