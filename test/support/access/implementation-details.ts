import { hostname } from 'node:os';
import { testSecret } from '../core/memory-cms.ts';

const root = new URL('../../..', import.meta.url).pathname;

/** What no response may contain. */
const never: Readonly<Record<string, RegExp>> = {
  'a password hash': /pbkdf2|\$2[aby]\$|passwordHash|password_hash/,
  'a secret': new RegExp(`${testSecret}|secret for tests`),
  'a stack': / {4}at |node:internal|\.ts:\d+/,
  'a path of this machine': new RegExp(`${root}|node_modules|/home/|/tmp/|[A-Z]:\\\\`),
  'the name of this machine': new RegExp(`\\b${hostname().replaceAll('.', '\\.')}\\b`),
};

/** Words that no response may contain, except by chance in what is random. */
const neverAsWords: Readonly<Record<string, RegExp>> = {
  'what it runs on': new RegExp(
    `\\b(?:node|v8|koa|formidable|express)\\b|${process.version}|\\b${process.versions.v8}\\b`,
    'i',
  ),
  'a driver': /knex|pglite|postgres|redis|sqlite|ECONN|ENOENT/i,
};

/** What is random: folders and tags of files, API tokens, CSRF tokens, sessions, and tags of content. */
const random = new RegExp(
  [
    String.raw`\b[A-Za-z\d]{27}(?=/|\\")`,
    String.raw`\bst_[A-Za-z\d]{33}\b`,
    String.raw`[\w-]{22}\.[\w-]{43}(?![\w-])`,
    String.raw`\beyJ[\w-]+\.[\w-]+\.[\w-]{43}(?![\w-])`,
    String.raw`\\"[\w-]{22}\\"`,
  ].join('|'),
  'g',
);

/** @returns each secret and each detail of the implementation that a response contains. */
export const findImplementationDetails = (received: string): readonly string[] => {
  const words = received.replaceAll(random, '');
  return [
    ...Object.entries(never).map(([what, form]) => [what, form.exec(received)] as const),
    ...Object.entries(neverAsWords).map(([what, form]) => [what, form.exec(words)] as const),
  ].flatMap(([what, found]) => (found === null ? [] : [`${what}: ${found[0]}`]));
};
