import type { CollectionDto } from '../../../contracts/schemas/collection.ts';

type CollectionIcon = NonNullable<CollectionDto['icon']>;

// Outlines on a grid of 20 by 20.

/** What a collection can have beside its name. */
const collectionPaths = {
  article: 'M3 4h14v12H3zM6 7.5h3.500v3.500H6zM12.500 7.500H14M12.500 11H14M6 13.500h8',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.500 1h-13zM8.500 17h3M10 2.500V4',
  book: 'M10 5.500C8.500 4.300 6 4 3 4v11.500c3 0 5.500.3 7 1.500 1.500-1.200 4-1.500 7-1.500V4c-3 0-5.500.3-7 1.500zM10 5.500V17',
  calendar: 'M4 5h12v12H4zM4 9h12M7 3v4M13 3v4',
  chart: 'M3 3v14h14M7 14v-3.500M11 14V6.500M15 14V9',
  cup: 'M4 7h10v5a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM14 8.500h1a2 2 0 0 1 0 4h-1M7 2.500V4.500M11 2.500V4.500',
  document: 'M5 3h7l3 3v11H5zM12 3v3h3M8 10h4M8 13h4',
  flag: 'M5 17.500V3M5 4c3-1.500 5 1.500 10 0v7.500c-5 1.500-7-1.500-10 0',
  heart:
    'M10 16.500C5 13 3 10.500 3 7.700A3.700 3.700 0 0 1 10 6a3.700 3.700 0 0 1 7 1.700c0 2.800-2 5.300-7 8.800z',
  house: 'M2.500 10 10 3.500l7.500 6.500M5 8v8.500h10V8M8.500 16.500V12h3v4.500',
  leaf: 'M4.500 15.500C2.500 8 7 3.500 16.500 3.500c0 9.500-4.500 14-12 12zM3 17 11 9',
  link: 'M8 12l4-4M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7',
  map: 'M3 5.500 7.500 3.500l5 2.500L17 4v10.500l-4.500 2-5-2.500L3 16zM7.500 3.500V14M12.500 6v10.500',
  message: 'M3 4h14v10H9l-4 3v-3H3zM6.500 7.500h7M6.500 10.500H11',
  music:
    'M7.500 14.500V5l8.500-2v9.500M7.500 14.500a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0M16 12.500a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0',
  people:
    'M7.500 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2.500 16c.5-3 2.500-4 5-4s4.500 1 5 4M13 4.500a3 3 0 0 1 0 5.500M15 12.500c1.500.5 2.300 1.700 2.500 3.500',
  person: 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M4 17c.5-3.5 3-5 6-5s5.5 1.500 6 5',
  picture: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.5v.01',
  place:
    'M10 17.500c-3.700-4-5.500-6.700-5.500-9a5.500 5.500 0 0 1 11 0c0 2.300-1.800 5-5.500 9zM10 6.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  product:
    'M10 2.500 16.500 6v8L10 17.500 3.500 14V6zM3.500 6l6.500 3.500L16.500 6M10 9.500v8M6.800 4.300l6.500 3.500',
  question:
    'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.800 8a2.200 2.200 0 1 1 3.400 1.800c-.8.5-1.200 1-1.200 1.900M10 14v.01',
  star: 'M10 2.800l2.200 4.600 5 .7-3.600 3.500.9 5L10 14.200l-4.500 2.400.9-5L2.800 8.100l5-.7z',
  tag: 'M3 3h6.500l7.500 7.500-6.500 6.500L3 9.500zM6.700 6.700v.01',
  video: 'M3 5h10v10H3zM13 9l4-3v8l-4-3',
} as const satisfies Readonly<Record<CollectionIcon, string>>;

const paths = {
  ...collectionPaths,
  add: 'M10 4v12M4 10h12',
  api: 'M7 6 3 10l4 4M13 6l4 4-4 4',
  archive: 'M3 4h14v4H3zM4.5 8v8h11V8M8 11h4',
  audio: 'M8 15V5l8-2v10M8 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0M16 13a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  back: 'M12 4l-6 6 6 6',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  check: 'M4 10.5l4 4 8-9',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l3 2',
  close: 'M5 5l10 10M15 5L5 15',
  collections: 'M10 3l7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5l7 3.5 7-3.5',
  columns: 'M3 4h14v12H3zM10 4v12',
  comment: 'M3 4h14v10H9l-4 3v-3H3z',
  content: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4',
  colour: 'M10 3c3 3.500 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5.500 5-9',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  dashboard: 'M3 3h6v8H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 13h6v4H3z',
  down: 'M5 8l5 5 5-5',
  drag: 'M7 5v.01M7 10v.01M7 15v.01M13 5v.01M13 10v.01M13 15v.01',
  divider: 'M3 10h14M6 4h8M6 16h8',
  edit: 'M4 16l1-4 8-8 3 3-8 8z',
  email: 'M3 5h14v10H3zM3 6l7 5 7-5',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  file: 'M5 3h7l3 3v11H5z',
  filter: 'M3 5h14M6 10h8M8.500 15h3',
  folder: 'M3 5h5l2 2h7v9H3z',
  grid: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z',
  health: 'M2 10h4l2-5 4 10 2-5h4',
  heading: 'M5 4v12M15 4v12M5 10h10',
  image: collectionPaths.picture,
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v4M10 6.5v.01',
  italic: 'M8 4h6M6 16h6M12 4L8 16',
  keyboard: 'M2 5h16v10H2zM5 8v.01M8 8v.01M11 8v.01M14 8v.01M5 11.5v.01M14 11.5v.01M7.5 12h4',
  key: 'M6.5 7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 10.5h7M14 10.5v3M17 10.5v2',
  language:
    'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3.500 10h13M10 3c-4.500 4.500-4.500 9.500 0 14M10 3c4.500 4.500 4.500 9.500 0 14',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9',
  lines: 'M4 6h12M4 10h12M4 14h7',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01',
  moon: 'M16 12.5A7 7 0 1 1 8.5 4a5.5 5.5 0 0 0 7.5 8.5z',
  reload: 'M16 10a6 6 0 1 1-1.800-4.300L16 7.500M16 3.500v4h-4',
  screen: 'M3 4h14v9H3zM7 17h6M10 13v4',
  signOut: 'M8 4H4v12h4M12 6l4 4-4 4M16 10H8',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M16 4l-1.4 1.4M5.4 14.6 4 16',
  menu: 'M3 5h14M3 10h14M3 15h14',
  more: 'M4 9.6v.8M10 9.6v.8M16 9.6v.8M4.8 10h-1.6M10.8 10h-1.6M16.8 10h-1.6',
  next: 'M8 4l6 6-6 6',
  number: 'M8 3L6 17M14 3l-2 14M3 8h14M3 13h14',
  numbers: 'M8 5h9M8 10h9M8 15h9M3 4h1v3M3 12h2l-2 3h2',
  phone: 'M6.500 3h7v14h-7zM9 14.500h2',
  plugins: 'M8 3v4M12 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v2',
  profile: collectionPaths.person,
  quote: 'M4 5h4v4c0 3-1.500 5-3.500 6M12 5h4v4c0 3-1.500 5-3.500 6',
  radio: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M10 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3',
  redo: 'M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  table: 'M3 4h14v12H3zM3 8.500h14M10 4v12',
  tablet: 'M4 3h12v14H4zM9 14.500h2',
  tasks: 'M3 4h4v4H3zM10 6h7M3 12h4v4H3zM10 14h7',
  text: 'M4 7V5h12v2M10 5v10M8 15h4',
  trash: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  undo: 'M7 4L3 8l4 4M3 8h8a5 5 0 0 1 0 10H8',
  up: 'M5 12l5-5 5 5',
  upload: 'M10 13V4M6 8l4-4 4 4M4 16h12',
  users: collectionPaths.people,
  webhook:
    'M7 9.500a3 3 0 1 1 5-2.200M8.500 7l-3 6.500M5.500 11a3 3 0 1 0 3 3.500h6M11 7l3 5.500M13.500 11.500a3 3 0 1 1-1 4.500',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.500v.01',
} as const;

export type IconName = keyof typeof paths;

/** The names of the icons that a collection can have. */
export const collectionIcons = Object.keys(collectionPaths) as readonly CollectionIcon[];

/** The icon of a collection; a neutral one for a collection without. */
export const iconOf = ({ icon }: Pick<CollectionDto, 'icon'>): IconName => icon ?? 'collections';

/** Decoration: the control or the text beside it says what it means. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
