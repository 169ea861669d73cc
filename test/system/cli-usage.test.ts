import { describe, expect, test } from 'vitest';
import { commands } from '../../bootstrap/cli/commands.ts';
import { quoin } from '../support/command-line.ts';

describe('a command explains itself:', () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    '%s',
    async (name, command) => {
      const { exitCode, printed, told } = await quoin([...name.split(' '), '--help']);
      expect(exitCode).toBe(0);
      expect(told).toEqual([]);
      const text = printed.join('\n');
      for (const part of [
        `Usage: quoin ${name}`,
        'Options:',
        'Exit codes:',
        'Examples:',
        `quoin ${name}`,
      ]) {
        expect(text).toContain(part);
      }
      for (const option of Object.keys(command.options)) expect(text).toContain(`--${option}`);
      expect(
        Math.max(
          ...text
            .split('\n')
            .slice(1, text.split('\n').indexOf('Examples:'))
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(80);
    },
  );

  test('and its help asks for neither settings nor other arguments', async () => {
    const environment = { PORT: 'none' };
    expect((await quoin(['import', '--help'], { environment })).exitCode).toBe(0);
    expect((await quoin(['help', 'user', 'create'], { environment })).printed.join()).toContain(
      '--email',
    );
  });
});

describe('the overview', () => {
  test.each([[['--help']], [['help']], [['-h']]])('is the answer to %j', async (args) => {
    const { exitCode, printed } = await quoin(args);
    expect(exitCode).toBe(0);
    for (const { name } of commands) expect(printed.join('\n')).toContain(`  ${name} `);
  });

  test('is a mistake when nothing was asked for', async () => {
    const { exitCode, printed, told } = await quoin([]);
    expect([exitCode, printed]).toEqual([2, []]);
    expect(told.join()).toContain('Usage: quoin <command>');
  });

  test('of one word lists what follows it', async () => {
    expect((await quoin(['user', '--help'])).printed.join()).toMatch(/user create/);
    expect((await quoin(['user', '--help'])).printed.join()).not.toMatch(/openapi/);
  });
});

test('the version is told', async () => {
  expect(await quoin(['--version'])).toMatchObject({ exitCode: 0, printed: ['1.2.3'] });
});

describe('a misuse is a sentence and exit code 2:', () => {
  test.each([
    [['imprt'], "There is no command 'imprt'."],
    [['user'], 'Say quoin user create.'],
    [['user', 'delete'], "There is no command 'user delete'."],
    [['import'], '<folder|file.ndjson> is missing.'],
    [['import', 'a', 'b'], "'b' is one argument too many."],
    [['openapi', 'a'], "'a' is one argument too many."],
    [['import', 'a', '--nope'], "Unknown option '--nope'."],
    [['import', 'a', '-x'], "Unknown option '-x'."],
    [['import', 'a', '--collection'], "Option '--collection <value>' argument missing."],
    [['import', 'a', '--collection='], '--collection is empty.'],
    [['import', 'a', '--overwrite=yes'], "Option '--overwrite' does not take an argument."],
    [
      ['import', 'a', '--status', 'done'],
      "--status is one of draft, published, archived, not 'done'.",
    ],
    [['import', '.', '--dry-run'], '--collection <name> is missing.'],
    [['export', '/tmp/quoin-nowhere', '--url', 'https://cms'], '--url goes with --email'],
    [['export', '/tmp/quoin-nowhere', '--email', 'a@b.c'], '--email goes with --url.'],
    [
      ['export', '/tmp/quoin-nowhere', '--url', 'ftp://cms', '--email', 'a@b.c'],
      'not an http or https address',
    ],
    [['migrate', '--check', '--plan'], '--check and --plan exclude each other.'],
    [['user', 'create'], '--email <address> is missing.'],
    [
      ['user', 'create', '--email', 'a@b.c', '--role', 'owner'],
      "--role is one of viewer, author, editor, admin, not 'owner'.",
    ],
    [['token', 'create'], '--name <name> is missing.'],
    [['token', 'create', '--name', 'x', '--expires', '2d'], '--expires is one of never, 30d'],
  ])('%j', async (args, sentence) => {
    const { exitCode, printed, told } = await quoin(args, { password: 'secret' });
    expect(told.join('\n')).toContain(sentence);
    expect([exitCode, printed]).toEqual([2, []]);
  });
});

test('mistakes in the settings are all told, and it is exit code 1', async () => {
  const { exitCode, told } = await quoin(['openapi'], {
    environment: { PORT: 'none', PUBLIC_URL: 'cms' },
  });
  expect(exitCode).toBe(1);
  expect(told.join('\n')).toContain('PORT');
});

test('the OpenAPI document needs nothing but the address', async () => {
  const { exitCode, printed } = await quoin(['openapi'], {
    environment: { PUBLIC_URL: 'https://cms.example.com' },
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    openapi: '3.0.3',
    servers: [{ url: 'https://cms.example.com' }],
  });
});
