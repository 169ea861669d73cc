import { seededRandom } from '../support/seeded-random.ts';

/** In the alphabets of real sites. None needs escaping in JSON. */
const vocabulary = [
  'the tide leaves a pool behind and the pool keeps what the water forgot until evening comes',
  'every winter the harbour counts its boats and finds one more than the year before it',
  'der schöne Fluß führt größere Kähne durch die Mühlen bis nach Würzburg und weiter zum Rhein',
  'la forêt s’étend jusqu’à l’été où les élèves rêvent déjà de la rentrée — et de la neige',
  'море помнит имена кораблей и рассказывает их чайкам до самого рассвета каждую зиму',
  'η θάλασσα θυμάται τα ονόματα των πλοίων και τα λέει στους γλάρους ως το πρωί',
  '潮が引くと岩の間に小さな海が残り、そこに冬の光が集まる。',
  '“measure twice” she wrote — then measured a third time, just to be certain of the answer',
];

const syllables = ['ta', 'ri', 'mo', 'len', 'su', 'ke', 'bar', 'no', 'vi', 'dal'];

const random = seededRandom(1);
const pick = (texts: readonly string[]): string => texts[Math.floor(random() * texts.length)] ?? '';

/** Sentences of about 90 bytes; a third of them has characters outside Latin-1. The same in each run. */
export const sentences = Array.from({ length: 64 }, (_, index) => {
  const words = (vocabulary[index % vocabulary.length] ?? '').split(' ');
  const shift = Math.floor(random() * words.length);
  const text = [...words.slice(shift), ...words.slice(0, shift)].join(' ');
  return `${text} ${Math.floor(random() * 1_000)}.`;
});

/** Words of lower-case ASCII letters for titles. */
export const titleWords = Array.from(
  { length: 64 },
  () => pick(syllables) + pick(syllables) + pick(syllables),
);
