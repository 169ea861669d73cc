/** Outlines on a grid of 20 by 20. */
const paths = {
  add: 'M10 4v12M4 10h12',
  api: 'M7 6 3 10l4 4M13 6l4 4-4 4',
  archive: 'M3 4h14v4H3zM4.5 8v8h11V8M8 11h4',
  audio: 'M8 15V5l8-2v10M8 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0M16 13a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  back: 'M12 4l-6 6 6 6',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  collections: 'M3 5h14M3 10h14M3 15h14',
  content: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  dashboard: 'M3 3h6v8H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 13h6v4H3z',
  down: 'M5 8l5 5 5-5',
  drag: 'M7 5v.01M7 10v.01M7 15v.01M13 5v.01M13 10v.01M13 15v.01',
  divider: 'M3 10h14M6 4h8M6 16h8',
  edit: 'M4 16l1-4 8-8 3 3-8 8z',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  file: 'M5 3h7l3 3v11H5z',
  folder: 'M3 5h5l2 2h7v9H3z',
  grid: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z',
  image: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5v.01',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v4M10 6.5v.01',
  italic: 'M8 4h6M6 16h6M12 4L8 16',
  key: 'M6.5 7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 10.5h7M14 10.5v3M17 10.5v2',
  link: 'M8 12l4-4M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01',
  menu: 'M3 5h14M3 10h14M3 15h14',
  more: 'M5 10v.01M10 10v.01M15 10v.01',
  next: 'M8 4l6 6-6 6',
  numbers: 'M8 5h9M8 10h9M8 15h9M3 4h1v3M3 12h2l-2 3h2',
  plugins: 'M8 3v4M12 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v2',
  profile: 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M4 17c.5-3.5 3-5 6-5s5.5 1.500 6 5',
  quote: 'M4 5h4v4c0 3-1.500 5-3.500 6M12 5h4v4c0 3-1.500 5-3.500 6',
  redo: 'M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  table: 'M3 4h14v12H3zM3 8.500h14M10 4v12',
  tasks: 'M3 4h4v4H3zM10 6h7M3 12h4v4H3zM10 14h7',
  trash: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  undo: 'M7 4L3 8l4 4M3 8h8a5 5 0 0 1 0 10H8',
  up: 'M5 12l5-5 5 5',
  upload: 'M10 13V4M6 8l4-4 4 4M4 16h12',
  users:
    'M7.500 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2.500 16c.5-3 2.500-4 5-4s4.500 1 5 4M13 4.500a3 3 0 0 1 0 5.500M15 12.500c1.500.5 2.300 1.700 2.500 3.500',
  video: 'M3 5h10v10H3zM13 9l4-3v8l-4-3',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.500v.01',
} as const;

export type IconName = keyof typeof paths;

/** Decoration: the control or the text beside it says what it means. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
