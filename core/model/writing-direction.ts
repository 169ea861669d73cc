/*
 * What is written from right to left, as of the CLDR 48: `scriptMetadata` has the direction of scripts, `likelySubtags` the
 * script of a language, and of a language in a region. The data of a runtime could be of another version.
 */

export const writingDirections = ['ltr', 'rtl'] as const;
export type WritingDirection = (typeof writingDirections)[number];

const codes = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const scripts = codes(`
  Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh Ougr Palm
  Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Yezi
`);

const languages = codes(`
  aao abh abv acm acq acw acx adf ae aeb aec aee aeq afb aib aii aij aiq ajp ajt aju amw apc apd ar ara arb arc arq ars
  ary arz ask atn auj auz avd ave avl ayh ayl ayn ayp azb bal bcc bdz bej bft bgn bgp bhe bhm bhn bjf bjm bqi brh brk
  bsh bsk chg cja ckb cld clh czk dcc def deh dgl div dmk dml drw dv ecy esh fa fas fay faz fia fub gbz ggg gha ghr gig
  gjk gju glh glk grr gwc gwf gwt gzi hac haz hbo he heb hkh hnd hno hoh hrt hrz hss huy isk itk iw jad jat jbe jbn jdg
  ji jnd jog jpa jpr jrb jye kas kbu kby kcy kfm khw klj kmz kqd ks ktl kvx kxp kzh lad lah lhs lki lrc lrk lrl lsa lsd
  lss luv luz mby mde mey mfa mfi mhj mid mki mnj mve mvy myz mzb mzn nli nlm nqo ntz nyq oar obm odk oru ota otk oui
  pal pbt pbu per pes pgd phl phn phr phv plk pmu pnb prc prd prs prx ps psh psi pst pus qxq rdb rhg rmt sam sbn scl sd
  sdb sdf sdg sdh sds sgl sgr sgy shd shm shu shv siy siz skr smp smy snd sog sqo sqt srh srz ssh sts swb syc syn syr
  tjo tks tmr tnf tov tra trg trm trw ug uig ur urd ush uzs vaf vgr vmh wbk wlo wne wni wsv xco xhe xka xkc xkj xkp xld
  xly xmn xmr xna xpr xsa xvi ydd ydg yhd yi yid yih yud zba zdj zrp zum
`);

/** Where a language has another direction than elsewhere. */
const exceptions: Readonly<Record<string, ReadonlySet<string>>> = {
  az: codes('IQ IR'),
  aze: codes('IQ IR'),
  azj: codes('IQ IR'),
  ha: codes('CM SD'),
  hau: codes('CM SD'),
  kaz: codes('AF CN IR MN'),
  kir: codes('CN'),
  kk: codes('AF CN IR MN'),
  kmr: codes('IQ IR LB'),
  ku: codes('IQ IR LB'),
  kur: codes('IQ IR LB'),
  ky: codes('CN'),
  may: codes('CC'),
  mey: codes('SN'),
  ms: codes('CC'),
  msa: codes('CC'),
  pa: codes('PK'),
  pan: codes('PK'),
  sd: codes('IN'),
  snd: codes('IN'),
  tg: codes('PK'),
  tgk: codes('PK'),
  ug: codes('KZ MN'),
  uig: codes('KZ MN'),
  und: codes(
    'AE AF BH CC DZ EG EH IL IQ IR JO KM KW LB LY MA MR MV NT OM PK PS QA SA SD SS SY TD TN YD YE',
  ),
  uz: codes('AF'),
  uzb: codes('AF'),
  uzn: codes('AF'),
  zsm: codes('CC'),
};

/** The direction in which a locale is written. @param code in canonical case. */
export const directionOf = (code: string): WritingDirection => {
  const [language = '', ...rest] = code.split('-');
  const script = rest.find(({ length }) => length === 4);
  if (script !== undefined) return scripts.has(script) ? 'rtl' : 'ltr';
  const isException = rest.some((region) => exceptions[language]?.has(region));
  return languages.has(language) === isException ? 'ltr' : 'rtl';
};
