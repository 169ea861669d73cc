/**
 * Writes the content of the magazine as an export of Quoin: 60 articles, 6 authors and 20 pictures.
 * `quoin import` stores it with the same ids each time.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const folder = process.argv[2] ?? 'seed';
const base = 'https://cms.example.com/files';
const day = 24 * 60 * 60 * 1_000;
const start = Date.UTC(2026, 0, 5, 8);

/** The same id for the same name each time, in the form of UUID version 8. */
const idOf = (name) => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const slugOf = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
};

/** A PNG of two colours: a loaf under a slanted light. */
const pictureOf = (width, height, number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 3], 8);
  const palette = Buffer.from([250, 240 - number * 2, 225, 120 + number * 5, 70 + number * 3, 40]);
  const stride = Math.ceil(width / 8) + 1;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const edge = Math.floor((stride * (y + number * 20)) / (height * 1.6));
    pixels.fill(0xff, y * stride + 1, y * stride + 1 + Math.min(edge, stride - 1));
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const breads = [
  'Rye',
  'Sourdough',
  'Flatbread',
  'Brioche',
  'Barley',
  'Soda bread',
  'Focaccia',
  'Pumpernickel',
  'Maize',
  'Spelt',
];
const views = [
  ['at four in the morning', 'bakers'],
  ['and the river mill', 'grain'],
  ['without a recipe', 'method'],
  ['in a cold oven', 'method'],
  ['for a hundred guests', 'tables'],
  ['by the railway line', 'places'],
];
const sentences = [
  'The first batch leaves before anybody has swept the step.',
  'Water decides more than flour, and patience more than water.',
  'Ask three bakers how long it rests and you get four answers.',
  'The oven is older than the house, which was built around it.',
  'What is left over at noon becomes soup by evening.',
  'A loaf that sounds hollow is done; one that sings was done too fast.',
  'Nobody weighs the salt here, and nobody forgets it either.',
  'The miller writes the day of the week on every sack.',
];
const sentence = (number) => sentences[number % sentences.length];
const names = ['Ilse Maar', 'Tomas Rell', 'Noor Haddan', 'Wanda Pike', 'Jun Oshiro', 'Bram Okafor'];

const pictures = Array.from({ length: 20 }, (_, number) => {
  const [width, height] = number < 6 ? [480, 480] : [1280, 640 + 40 * (number % 4)];
  const name = number < 6 ? `${slugOf(names[number])}.png` : `loaf-${number - 5}.png`;
  // 27 letters and digits, as the service makes them.
  const key = `${createHash('sha256').update(name).digest('hex').slice(0, 27)}/${name}`;
  const alt = number < 6 ? `Portrait of ${names[number]}` : `Loaf ${number - 5} in slanted light`;
  return { id: idOf(name), key, name, width, height, alt, bytes: pictureOf(width, height, number) };
});
const [portraits, loaves] = [pictures.slice(0, 6), pictures.slice(6)];

const times = (at) => ({ version: 1, created_at: at, updated_at: at, published_at: at });

const authors = names.map((title, number) => ({
  type: 'content',
  id: idOf(title),
  collection: 'authors',
  title,
  slug: slugOf(title),
  status: 'published',
  data: { photo: portraits[number].id, about: sentence(number) },
  ...times(start + number),
}));

const titles = views.flatMap(([view, tag]) =>
  breads.map((bread) => ({ title: `${bread} ${view}`, tag })),
);
const articles = titles.map(({ title, tag }, number) => {
  const [cover, inside] = [
    loaves[number % loaves.length],
    loaves[(number * 5 + 3) % loaves.length],
  ];
  const next = titles[(number + 7) % titles.length].title;
  // Every other image has no text of its own: the site then shows that of the file.
  const text = number % 2 === 0 ? '' : 'The same loaf, an hour later';
  return {
    type: 'content',
    id: idOf(title),
    collection: 'articles',
    title,
    slug: slugOf(title),
    status: 'published',
    data: {
      excerpt: sentence(number),
      cover: cover.id,
      author: authors[number % authors.length].id,
      tags: number % 3 === 0 ? [tag, 'history'] : [tag],
      body: `${sentence(number + 1)} ${sentence(number + 3)}\n\n![${text}](${base}/${inside.key})\n\n## Afterwards\n\n${sentence(number + 5)} Read on: [${next}](quoin:${idOf(next)}).\n`,
    },
    ...times(start + number * day),
  };
});

/** Slugs that articles had before. */
const formerSlugs = articles.slice(0, 3).map(({ id, version, updated_at }, number) => ({
  type: 'formerSlug',
  item: { id, version, updated_at },
  slug: `loaf-of-the-month-${number + 1}`,
}));

const field = (type, title, more = {}) => ({ type, title, ...more });
const collections = [
  {
    name: 'articles',
    displayName: 'Articles',
    properties: {
      excerpt: field('textarea', 'Excerpt'),
      cover: field('media', 'Cover'),
      author: field('reference', 'Author', { collection: 'authors', onDelete: 'refuse' }),
      tags: field('array', 'Tags', { items: { type: 'string' } }),
      body: field('markdown', 'Text'),
    },
    required: ['excerpt', 'author', 'body'],
  },
  {
    name: 'authors',
    displayName: 'Authors',
    properties: { photo: field('media', 'Photo'), about: field('textarea', 'About') },
    required: [],
  },
].map(({ name, displayName, properties, required }) => ({
  type: 'collection',
  id: idOf(`collection ${name}`),
  name,
  displayName,
  description: '',
  schema: { type: 'object', properties, required },
  isActive: true,
  created_at: start,
  updated_at: start,
}));

const media = pictures.map(({ id, key, name, width, height, alt, bytes }) => ({
  type: 'media',
  key,
  id,
  filename: name,
  originalName: name,
  mimeType: 'image/png',
  size: bytes.length,
  folder: 'magazine',
  width,
  height,
  alt,
  caption: '',
  created_at: start,
  updated_at: start,
}));

const write = (name, entries) => {
  writeFileSync(join(folder, name), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
};
mkdirSync(folder, { recursive: true });
write('collections.ndjson', collections);
write('content.ndjson', [...authors, ...articles]);
write('media.ndjson', media);
write('former-slugs.ndjson', formerSlugs);
for (const { key, name, bytes } of pictures) {
  mkdirSync(join(folder, 'media', key.slice(0, -name.length)), { recursive: true });
  writeFileSync(join(folder, 'media', key), bytes);
}
const counts = {
  collections: collections.length,
  content: authors.length + articles.length,
  media: media.length,
  mediaBytes: media.reduce((sum, { size }) => sum + size, 0),
  formerSlugs: formerSlugs.length,
};
const manifest = {
  format: 'quoin-export',
  formatVersion: 1,
  exportedAt: new Date(start).toISOString(),
  mediaBaseUrl: base,
  counts,
};
writeFileSync(join(folder, 'export.json'), JSON.stringify(manifest));
