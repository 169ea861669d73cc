import { withClient } from '../resources.ts';
import { startService } from '../servers/service.ts';
import { valueRow } from '../table.ts';
import { inRounds, type Workload } from '../workload.ts';
import { readsP95 } from './reads.ts';

/**
 * Files in 102 folders on two levels. All have the word "photo", one in eight "harbour", and each its number; half of the
 * images lack an alternative text, and one file in a hundred is a video.
 */
const fillMedia = `
insert into media (id, key, state, filename, original_name, mime_type, kind, size, folder, alt, caption, created_at, updated_at, words)
select ('d0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'key-' || n || '.jpg', 'ready', name, name,
  case when is_video then 'video/mp4' else 'image/jpeg' end, case when is_video then 'video' else 'image' end, 100000 + n,
  'photos/' || n % 101, case n % 2 when 0 then '' else 'A view of the harbour' end, '',
  created_at, created_at,
  array_to_tsvector(array['photo', place, n::text, 'jpg'])
from (
  select n, n % 100 = 7 as is_video, place, 1704067200000 + n::bigint * 60000 as created_at,
    'photo-' || place || '-' || n || '.jpg' as name
  from (
    select n, (array['harbour', 'winter', 'pool', 'boats', 'evening', 'water', 'river', 'forest'])[1 + n % 8] as place
    from generate_series(1, $1::integer) as n
  ) places
) names`;

/** Pages of the library of files as the admin reads them, with their total. It needs `--rows`. */
export const media: Workload = async (conditions) => {
  const { resources, rounds, rows, largeRows } = conditions;
  if (largeRows === undefined) return [];
  const databaseUrl = await resources.copy(rows);
  await withClient(databaseUrl, async (client) => {
    await client.query(fillMedia, [largeRows]);
    await client.query('vacuum (analyze) media');
  });
  const list = (parameters: string): string => `/api/media?limit=21&total=true&${parameters}`;
  const some = Array.from({ length: 20 }, (_, index) => Math.floor((largeRows / 20) * index) + 1);
  const kinds = {
    'a page of files': some.map((offset) => list(`offset=${Math.min(offset, 10_000)}`)),
    'a search for a word that all have': ['photo', 'phot', 'ph'].map((word) => list(`q=${word}`)),
    'a search for a word in a folder': some.map((number) =>
      list(`q=harbour&folder=photos/${number % 101}&subfolders=true`),
    ),
    'a search for a name': some.map((number) => list(`q=${number}`)),
    'files below a folder': [list('folder=photos&subfolders=true')],
    'images without alternative text': [list('alt=missing'), list('alt=missing&q=harbour')],
    videos: [list('type=video'), list('type=video&q=photo')],
    'the folders': ['/api/media/folders'],
  };
  const measured = await (async () => {
    await using service = await startService(conditions, databaseUrl);
    const sides = Object.fromEntries(
      Object.entries(kinds).map(([kind, paths]) => [kind, () => readsP95(service, paths, 60)]),
    );
    await inRounds(1, sides);
    return await inRounds(rounds, sides);
  })();
  await resources.drop(databaseUrl);
  const of = `of ${largeRows.toLocaleString('en-US')} files, p95`;
  return Object.entries(measured).map(([kind, values]) =>
    valueRow(`${kind}, ${of}`, 'ms', values, { max: 300 }),
  );
};
