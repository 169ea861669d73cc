/** Media files, whose bytes are in the blob store. */
export const mediaMigration = {
  name: '0112-media',
  sql: `
create table media (
  id uuid constraint media_pkey primary key,
  key text collate "C" not null constraint media_key_key unique,
  state text collate "C" not null
    constraint media_state_check check (state in ('pending', 'ready', 'deleting')),
  filename text not null,
  original_name text not null,
  mime_type text not null,
  kind text collate "C" not null
    constraint media_kind_check check (kind in ('image', 'video', 'audio', 'document')),
  size bigint not null,
  folder text collate "C" not null,
  width integer,
  height integer,
  alt text not null,
  caption text not null,
  uploaded_by uuid constraint media_uploaded_by_fkey references users on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The focus of an image, as fractions of its width and height. Both are null, or none is.
  focus_x double precision,
  focus_y double precision
);

create index media_uploaded_by_idx on media (uploaded_by);
create index media_created_idx on media (created_at, id) where state = 'ready';
create index media_kind_idx on media (kind, created_at, id) where state = 'ready';
create index media_folder_idx on media (folder, created_at, id) where state = 'ready';
create index media_folder_kind_idx on media (folder, kind, created_at, id) where state = 'ready';
create index media_unfinished_idx on media (updated_at, id) where state <> 'ready';

-- For the search for images without an alternative text.
create index media_without_alt_idx on media (id) where state = 'ready' and kind = 'image' and alt = '';
`,
};
