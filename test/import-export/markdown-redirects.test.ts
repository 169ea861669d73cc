import { expect, test } from 'vitest';
import { readRedirect } from '../../adapters/cli/markdown/redirects.ts';

const refresh = '<meta http-equiv="refresh" content="0; url=/new">';

test.each([
  ['redirect_to of Jekyll', { redirect_to: '/new' }, '', '/new'],
  ['redirect_to as a list', { redirect_to: ['/new'] }, 'Moved.', '/new'],
  ['a layout', { layout: 'redirect', target: '/new' }, 'Moved.', '/new'],
  ['a template of Zola', { template: 'redirect.html', extra: { to: '/new' } }, '', '/new'],
  [
    'a template in a folder',
    { template: 'pages/redirect.html', params: { url: '/new' } },
    '',
    '/new',
  ],
  ['a type without a known target', { type: 'redirect' }, '', undefined],
  ['redirect without a text', { redirect: ' /new ' }, ' \n', '/new'],
  ['redirect in extra', { extra: { redirect: '/new' } }, '', '/new'],
  ['a refresh', {}, `\n${refresh}\n`, '/new'],
  [
    'a page with a refresh',
    {},
    `<!doctype html><html><head>${refresh}</head><p>Here</p></html>`,
    '/new',
  ],
  [
    'a refresh in other quotes',
    {},
    `<script>var long = "${'x'.repeat(400)}";</script><META content='5;URL="/new"' http-equiv=Refresh>`,
    '/new',
  ],
])('%s is a redirect', (_, matter, body, target) => {
  expect(readRedirect(matter, body)).toEqual({ target });
});

test.each([
  ['old URLs of an article', { redirect_from: ['/old'], aliases: ['/older'] }, ''],
  ['redirect with a text', { redirect: '/new' }, 'An article'],
  ['an empty target', { redirect_to: '' }, ''],
  ['a target without a redirect', { url: '/new', link: 'https://example.com' }, ''],
  ['redirect as a flag', { redirect: true }, ''],
  ['another layout', { layout: 'redirects-explained' }, 'Text'],
  ['an article about refresh', {}, `Use ${refresh} to redirect.`],
  ['code about refresh', {}, `\`\`\`html\n${refresh}\n\`\`\``],
  ['a long page with a refresh', {}, `${refresh}<p>${'word '.repeat(100)}</p>`],
  ['a refresh of the page itself', {}, '<meta http-equiv="refresh" content="30">'],
])('%s is not a redirect', (_, matter, body) => {
  expect(readRedirect(matter, body)).toBeUndefined();
});
