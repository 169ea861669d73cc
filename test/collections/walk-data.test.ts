import { describe, expect, it } from 'vitest';
import { walkData, type Field, type FieldMap, type JsonObject } from '../../core/vocabulary.ts';

const photo: Field = { type: 'media' };
const links: Field = { type: 'array', items: { type: 'url' } };
const properties: FieldMap = {
  intro: { type: 'markdown' },
  author: { type: 'object', properties: { name: { type: 'string' }, photo } },
  tags: { type: 'array', items: { type: 'string' } },
  anything: { type: 'array' },
  places: {
    type: 'array',
    items: { type: 'object', properties: { pictures: { type: 'array', items: photo } } },
  },
  choices: { type: 'multiselect', enum: ['a', 'b'] },
  free: { type: 'json' },
  sections: {
    type: 'blocks',
    blocks: {
      hero: { properties: { photo, links } },
      quote: { properties: { text: { type: 'string' } } },
    },
  },
};

const walk = (data: JsonObject) =>
  [...walkData({ properties }, data)].map(({ path, pointer, field, value }) => [
    path,
    pointer.join('/'),
    field?.type,
    value,
  ]);

describe('Walking through the data of an item', () => {
  it('visits values with their fields, paths without indexes and pointers with them', () => {
    expect(
      walk({
        intro: 'Hello',
        author: { name: 'Ada', photo: '/a.png' },
        tags: ['x', 'y'],
        places: [{ pictures: ['/1.png', '/2.png'] }, { pictures: ['/3.png'] }],
        choices: ['a'],
        free: { deep: [1] },
      }),
    ).toEqual([
      ['intro', 'intro', 'markdown', 'Hello'],
      ['author.name', 'author/name', 'string', 'Ada'],
      ['author.photo', 'author/photo', 'media', '/a.png'],
      ['tags', 'tags/0', 'string', 'x'],
      ['tags', 'tags/1', 'string', 'y'],
      ['places.pictures', 'places/0/pictures/0', 'media', '/1.png'],
      ['places.pictures', 'places/0/pictures/1', 'media', '/2.png'],
      ['places.pictures', 'places/1/pictures/0', 'media', '/3.png'],
      ['choices', 'choices', 'multiselect', ['a']],
      ['free', 'free', 'json', { deep: [1] }],
    ]);
  });

  it('visits the fields of blocks, without their type and id', () => {
    expect(
      walk({
        sections: [
          { type: 'hero', id: '1', photo: '/h.png', links: ['/a', '/b'] },
          { type: 'quote', id: '2', text: 'To be', photo: '/no-field.png' },
        ],
      }),
    ).toEqual([
      ['sections.photo', 'sections/0/photo', 'media', '/h.png'],
      ['sections.links', 'sections/0/links/0', 'url', '/a'],
      ['sections.links', 'sections/0/links/1', 'url', '/b'],
      ['sections.text', 'sections/1/text', 'string', 'To be'],
      ['sections.photo', 'sections/1/photo', undefined, '/no-field.png'],
    ]);
  });

  it('visits as a whole what no field describes', () => {
    expect(
      walk({
        unknown: { a: 'b' },
        constructor: 'own',
        anything: [{ a: 1 }, 'b'],
        sections: [
          { type: 'gone', text: 'a' },
          { type: 'toString' },
          { text: 'b' },
          'c',
          null,
          ['d'],
        ],
      }),
    ).toEqual([
      ['unknown', 'unknown', undefined, { a: 'b' }],
      ['constructor', 'constructor', undefined, 'own'],
      ['anything', 'anything/0', undefined, { a: 1 }],
      ['anything', 'anything/1', undefined, 'b'],
      ['sections', 'sections/0', undefined, { type: 'gone', text: 'a' }],
      ['sections', 'sections/1', undefined, { type: 'toString' }],
      ['sections', 'sections/2', undefined, { text: 'b' }],
      ['sections', 'sections/3', undefined, 'c'],
      ['sections', 'sections/4', undefined, null],
      ['sections', 'sections/5', undefined, ['d']],
    ]);
  });

  it('visits values of another shape than their field', () => {
    expect(
      walk({
        intro: ['a'],
        author: 'Ada',
        tags: { a: 1 },
        places: [null, [], { pictures: 1 }],
        sections: {},
      }),
    ).toEqual([
      ['intro', 'intro', 'markdown', ['a']],
      ['author', 'author', 'object', 'Ada'],
      ['tags', 'tags', 'array', { a: 1 }],
      ['places', 'places/0', 'object', null],
      ['places', 'places/1', 'object', []],
      ['places.pictures', 'places/2/pictures', 'array', 1],
      ['sections', 'sections', 'blocks', {}],
    ]);
  });

  it('visits nothing in empty data, objects and lists', () => {
    expect(walk({ author: {}, tags: [], sections: [{ type: 'hero', id: '1' }] })).toEqual([]);
    expect(walk({})).toEqual([]);
  });
});
