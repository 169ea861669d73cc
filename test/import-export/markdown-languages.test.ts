import { expect, test } from 'vitest';
import {
  isAboutFolder,
  readName,
  slugSourceOf,
} from '../../adapters/cli/markdown/document-name.ts';
import { languageOf, readLanguages } from '../../adapters/cli/markdown/languages.ts';

test.each([
  ['posts/tides/index.en.md', 'tides', 'en'],
  ['posts/tides/index.pt-br.md', 'tides', 'pt-br'],
  ['posts/tides/index.zh-Hans.md', 'tides', 'zh-Hans'],
  ['posts/tides/index.es-419.mdx', 'tides', 'es-419'],
  ['2020-01-02-tides/index.fr.md', 'tides', 'fr'],
  ['index.fr.md', 'index', 'fr'],
  ['tides.fr.md', 'tides', 'fr'],
  ['2020-01-02-tides.fr.md', 'tides', 'fr'],
  ['content/fr/tides.md', 'tides', 'fr'],
  ['i18n/fr/docusaurus-plugin-content-docs/current/tides.md', 'tides', 'fr'],
  ['fr/tides.de.md', 'tides', 'de'],
  ['posts/tides/index.test.md', 'index.test', undefined],
  ['v1.2.md', 'v1.2', undefined],
  ['node.js.md', 'node.js', undefined],
  ['socket.io.md', 'socket.io', undefined],
  ['types.d.ts.md', 'types.d.ts', undefined],
  ['jquery.min.md', 'jquery.min', undefined],
  ['.fr.md', '.fr', undefined],
  ['docs/tides.md', 'tides', undefined],
  ['fr.md', 'fr', undefined],
])('%s is named %s, in the language %s', (path, name, language) => {
  expect([readName(path).name, languageOf(path)]).toEqual([name, language]);
});

test('the language stays in the slug of a path', () => {
  expect(slugSourceOf('news/tides/index.fr.md')).toBe('news/tides/fr');
  expect(slugSourceOf('news/tides.fr.md')).toBe('news/tides.fr');
  expect(slugSourceOf('index.fr.md')).toBe('index.fr');
});

test('a translated README describes the folder, too', () => {
  expect(['README.ja.md', 'a/readme.pt-BR.md', 'README.api.md'].map(isAboutFolder)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  [
    ['a.fr.md', 'a.md'],
    ['a.md', 'a.fr.md'],
  ],
  [
    ['a.de.md', 'a.en.md', 'b.en.md'],
    ['a.en.md', 'b.en.md', 'a.de.md'],
  ],
  [
    ['b.en.md', 'b.fr.md'],
    ['b.en.md', 'b.fr.md'],
  ],
  [
    ['en/a.md', 'fr/a.md', 'fr/b.md'],
    ['fr/a.md', 'fr/b.md', 'en/a.md'],
  ],
])('the main language of %j comes first', (documents, ordered) => {
  expect(readLanguages(documents).ordered).toEqual(ordered);
});

test('documents in one language have none', () => {
  expect(readLanguages(['en/a.md', 'en/b.md']).languageOf('en/a.md')).toBeUndefined();
});
