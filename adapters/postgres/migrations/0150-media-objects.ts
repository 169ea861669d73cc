/**
 * Files whose bytes were replaced under the same address, and parts of images. `object_key` is the key of the bytes if it is
 * another one than that of the address. All four columns of the crop are null, or none is.
 */
export const mediaObjectsMigration = {
  name: '0150-media-objects',
  sql: `
alter table media
  add column object_key text collate "C",
  add column crop_x double precision,
  add column crop_y double precision,
  add column crop_width double precision,
  add column crop_height double precision;

-- No two records name the same bytes.
create unique index media_object_key on media ((coalesce(object_key, key)));
`,
};
