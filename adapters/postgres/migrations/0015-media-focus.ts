/** The focus of an image, as fractions of its width and height. Both are null, or none is. */
export const mediaFocusMigration = {
  name: '0015-media-focus',
  sql: `
alter table media
  add column focus_x double precision,
  add column focus_y double precision;
`,
};
