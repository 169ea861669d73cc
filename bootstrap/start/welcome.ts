import type { Settings } from '../../core/index.ts';
import type { Config } from '../config.ts';

export interface Greeting {
  readonly config: Config;
  readonly settings: Settings;
  readonly hasUsers: boolean;
}

/** Warnings for the operator, most important last. */
export const noticesFor = ({ config, settings }: Greeting): readonly string[] => [
  ...(config.databaseUrl === undefined || config.redis !== undefined
    ? []
    : [
        'Without REDIS_URL each instance keeps its own cache and its own limits on logins and registrations: run one instance only',
      ]),
  ...(settings.publicContent === 'all'
    ? [
        'Drafts are public: everybody can read unpublished content. To change it, set publicContent to "published" with PUT /api/settings',
      ]
    : []),
];

/** The first output on a terminal: where to go next. */
export const welcome = (greeting: Greeting): string => {
  const { config, hasUsers } = greeting;
  const { publicUrl, databaseUrl, dataDir } = config;
  return [
    '',
    `  Quoin is ready at ${publicUrl}`,
    '',
    ...(
      [
        [hasUsers ? 'Sign in' : 'Create the first admin', `${publicUrl}/auth/login`],
        ['Read about the API', `${publicUrl}/docs`],
        ['List content', `${publicUrl}/api/content`],
        ['Data', databaseUrl === undefined ? dataDir : 'in Postgres'],
      ] as const
    ).map(([label, value]) => `  ${label.padEnd(24)}${value}`),
    '',
    ...noticesFor(greeting).map((notice) => `  ! ${notice}.`),
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
};
