/**
 * The beginning of the SHA-256 of the SQL of each step of the schema, oldest first. Once a version with a step is released, a
 * database somewhere has taken it: then write a new step instead of changing it. Before that, databases of the main branch have
 * to be brought to the same schema.
 */
export const migrationDigests: Readonly<Record<string, string>> = {
  '0101-collections': '8d7cac4ab0970aec',
  '0102-accounts': 'efad95e88642cf36',
  '0103-settings': '762d98ed1cff521e',
  '0104-content': 'adfea3180b61ed78',
  '0105-titles': 'e7fa7806841ad3af',
  '0106-history': '40c59b42fa02dda0',
  '0107-copies': '973ec604ef5776bf',
  '0108-schedules': '7f5bea92f0570ba6',
  '0109-slugs': '062a094411a2980a',
  '0110-references': 'a8c5f2cb4c8e414f',
  '0111-trash': 'a7f5a344abb14523',
  '0112-media': 'a6555d7f7914c8c1',
  '0113-search': '36134da4d4010045',
  '0114-search-entries': '9680cbd4cd0e9b53',
  '0115-search-matches': 'fa3d118baad03acc',
  '0116-queries': '4ba14586bcf56572',
  '0117-previews': 'e936977b57adb9f8',
  '0118-singletons': '63ff2e6c71729cb5',
  '0119-receipts': '3f928f2e7fb19d31',
  '0120-feed': '9659ba1f7f784e0a',
  '0121-webhooks': '79d6d761cc2513dd',
  '0122-audit': '3fa117948072f3d6',
  '0123-words': '1f73021ea2825222',
  '0124-readers': 'f5a07ebe2651e32c',
  '0125-sessions': '25373f3b20eb8874',
  '0126-mails': '652f4cf36c852133',
  '0127-accounts-without-password': 'c7f5d99b413ce3fe',
  '0128-account-links': '3b84e5d462512e30',
  '0129-invitations': 'b79a3032cbfec82d',
  '0130-second-factors': '0d8aeb9c8485ad8f',
  '0131-challenges': '84ecb24a4185a3c3',
  '0132-trusted-browsers': 'b2a0c1a2ef10dd18',
  '0133-identities': '4ec71832d3cf5beb',
  '0134-private-collections': '1411ecb1ca2e6672',
  '0135-collections-of-references': 'd8152d956d21e4b5',
  '0136-base-locales': '17ff2f182a3749dc',
  '0137-translations': '38ed38e102d6d8af',
  '0138-locales-of-webhooks': 'e67077f27267eb3f',
  '0139-shared-fields': '5bf54c5f1fa9d70d',
  '0140-slugs-of-joined-groups': 'bb17ec88cf60590f',
  '0141-translation-sources': '14a3f0ea448c9161',
  '0142-reads-in-a-locale': '6ac213f4c4993e23',
  '0143-former-ids': '35477566afaa4099',
  '0144-locales-of-grants': '95ee0714fbd642a5',
  '0145-texts-of-media': 'db189e6390a7c5c6',
  '0146-translations-of-singletons': '5677aa21cf504fd5',
  '0147-unique-in-groups': 'b7402d4f440f2faf',
  '0148-triggers-of-translations': 'd07e14232684aee0',
  '0149-sources-in-the-trash': 'a2eb24b6fbae1b60',
  '0150-media-objects': '28d48adf5c3a258a',
  '0151-media-search': 'c57781f686428edd',
  '0152-comments': 'b3fac6c682ad2f33',
  '0153-saved-views': '04db812baca4bb00',
  '0154-templates': 'faa71adcb04341d1',
};

/** The steps of the schema, oldest first. */
export const migrationNames: readonly string[] = Object.keys(migrationDigests);

/** The steps that no database of before 0.1.0 has, under any name. */
export const newNames: readonly string[] = migrationNames.filter((name) => name > '0124-readers');
