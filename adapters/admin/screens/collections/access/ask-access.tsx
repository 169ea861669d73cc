import { api } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { urlOf } from '../../../shell/router.ts';
import type { Total } from '../../content/format-total.ts';
import { totalOf } from '../../content/totals.ts';
import type { BuilderState } from '../builder-state.ts';
import { NewTabLink } from '../new-tab-link.tsx';
import { closingEffects, openingEffects, type AccessFacts } from './access-effects.ts';
import styles from './ask-access.module.css';

/** Items that everybody could read although they are not published; undefined if the settings do not let them. */
const countUnpublished = async (collection: string): Promise<Total | undefined> => {
  // As it is now: somebody may have changed the setting while this page is open.
  const settings = (await api.getSettings()).body.data;
  if (settings.publicContent !== 'all') return undefined;
  const counts = (await api.countContent()).body.data;
  const [drafts, archived] = (['draft', 'archived'] as const).map((status) =>
    totalOf(counts, { collection, status }),
  );
  return {
    count: (drafts?.count ?? 0) + (archived?.count ?? 0),
    isLowerBound: drafts?.isLowerBound === true || archived?.isLowerBound === true,
  };
};

type Asking = Pick<BuilderState, 'saved' | 'details'>;

/**
 * Asks whether to close or to open a collection, with what it means for visitors, for websites and for other content.
 *
 * @returns whether to go on. @throws ApiError, OfflineError if the numbers cannot be read.
 */
export const askAccess = async ({ saved, details }: Asking): Promise<boolean> => {
  const { name, displayName, isActive: wasActive } = saved.peek();
  const { access, isActive } = details.peek();
  const [{ body }, unpublished] = await Promise.all([
    api.getCollectionAccess({ params: { name } }),
    countUnpublished(name),
  ]);
  const report = body.data;
  // Somebody else has done it meanwhile.
  if (report.access === access) return true;
  // What the public loses is what it sees now; what it gets is what it sees then.
  const facts = { report, isActive: access === 'private' ? wasActive : isActive, unpublished };
  return confirm(
    access === 'private'
      ? {
          title: t.access.closeQuestion(displayName),
          text: <Closing facts={facts} tokens={report.tokens.map((token) => token.name)} />,
          action: t.access.close,
          cancel: t.common.goBack,
          danger: true,
        }
      : {
          title: t.access.openQuestion(displayName),
          text: <Opening facts={facts} />,
          action: t.access.open,
          cancel: t.common.goBack,
          danger: true,
        },
  );
};

const Sentences = ({ of }: { readonly of: readonly string[] }) => (
  <ul class={styles.effects}>
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

interface ClosingProps {
  readonly facts: AccessFacts;
  readonly tokens: readonly string[];
}

const Closing = ({ facts, tokens }: ClosingProps) => (
  <>
    <Sentences of={closingEffects(facts)} />
    <p>
      {tokens.length === 0
        ? t.access.noToken
        : t.access.tokensStay(<span dir="auto">{tokens.join(', ')}</span>)}{' '}
      {t.access.createToken}{' '}
      <NewTabLink href={urlOf('/api-tokens')}>{t.apiTokens.title}</NewTabLink>
    </p>
    <p>{t.access.filesStay}</p>
  </>
);

const Opening = ({ facts }: { readonly facts: AccessFacts }) => (
  <>
    <Sentences of={openingEffects(facts)} />
    {facts.unpublished !== undefined && facts.unpublished.count > 0 && (
      <p>
        <NewTabLink href={urlOf('/settings')}>{t.access.whoReadsDrafts}</NewTabLink>
      </p>
    )}
  </>
);
