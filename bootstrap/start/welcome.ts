import { styleText } from 'node:util';
import type { Log } from '../../core/index.ts';
import type { SettingValues } from '../../core/vocabulary.ts';
import type { Config } from '../config.ts';
import { isEmbedded } from '../ports/assert-ports-fit.ts';
import type { PortFactories } from '../ports/port-factories.ts';
import { hasColors, logFormatOf } from './service-log.ts';

/** What the welcome says about the stored site. A worker sends it to its primary. */
export interface SiteFacts {
  readonly settings: Pick<SettingValues, 'publicContent'>;
  readonly hasUsers: boolean;
  /** Of the program. */
  readonly version: string;
}

/** Announces that the service is ready: to a person on the terminal, otherwise in the log. */
export const greet = (
  config: Config,
  site: SiteFacts,
  log: Log,
  ports: PortFactories = {},
): void => {
  if (logFormatOf(config) === 'pretty') {
    process.stdout.write(welcome(config, site, hasColors(), ports));
    return;
  }
  const { publicUrl } = config;
  log.info('Quoin is ready', {
    version: site.version,
    address: publicUrl,
    login: `${publicUrl}/auth/login`,
    admin: `${publicUrl}/admin`,
    docs: `${publicUrl}/docs`,
  });
  for (const notice of noticesFor(config, site, ports)) log.warn(notice);
};

/** Warnings for the operator, most important last. */
const noticesFor = (
  config: Config,
  { settings }: SiteFacts,
  ports: PortFactories,
): readonly string[] => [
  ...(isEmbedded(config, ports) || config.redis !== undefined || ports.sharedCache !== undefined
    ? []
    : [
        'Without REDIS_URL or ports.sharedCache each instance keeps its own cache and its own limits on logins and registrations: run one instance only',
      ]),
  ...(settings.publicContent === 'all'
    ? [
        'Drafts are public: everybody can read unpublished content. To change it, open /admin/settings, or set publicContent to "published" with PUT /api/settings',
      ]
    : []),
];

/** What a person reads when the service is ready: where to go next, and what to consider. */
export const welcome = (
  config: Config,
  site: SiteFacts,
  hasColors: boolean,
  ports: PortFactories = {},
): string => {
  const { publicUrl } = config;
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    hasColors ? styleText(style, text, { validateStream: false }) : text;
  const rows = [
    ...(site.hasUsers
      ? []
      : [['Register', `${publicUrl}/auth/login`, 'the first account is the admin']]),
    ['Edit', `${publicUrl}/admin`, 'sign in as an editor'],
    ['Develop', `${publicUrl}/docs`, 'the API reference'],
    ['Read', `${publicUrl}/api/content`, 'the content as JSON'],
    ['Data', placeOfData(config, ports), ''],
  ] as const;
  const width = Math.max(...rows.map(([, value = '']) => value.length));
  return [
    '',
    `  ${paint(['bold', 'green'], 'Quoin is ready')} at ${paint('bold', publicUrl)} ${paint('dim', `(version ${site.version})`)}`,
    '',
    ...rows.map(([label = '', value = '', note = '']) =>
      `  ${label.padEnd(10)}${value.padEnd(width + 2)}${note === '' ? '' : paint('dim', note)}`.trimEnd(),
    ),
    '',
    ...noticesFor(config, site, ports).flatMap((notice) => [
      `  ${paint('yellow', 'Warning:')} ${notice}.`,
      '',
    ]),
    '  Ctrl-C stops it. Each request writes a line below.',
    '',
    '',
  ].join('\n');
};

const placeOfData = (config: Config, ports: PortFactories): string => {
  if (ports.store !== undefined) return 'in the store of the configuration file';
  return isEmbedded(config, ports) ? config.dataDir : 'in Postgres';
};
