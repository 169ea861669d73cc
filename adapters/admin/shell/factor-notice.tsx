import { isFactorMissing } from '../api/missing-factor.ts';
import { t } from '../catalogue/texts.ts';
import { Icon } from '../components/icon.tsx';
import { formatTime } from '../components/format-time.ts';
import { secondFactorDueAt } from './session.ts';

/** Says by when the account must have a second factor and, after that, why nothing else works. */
export const FactorBanner = () => {
  const dueAt = secondFactorDueAt.value;
  const link = <a href="/admin/profile">{t.shell.factor.setUp}</a>;
  if (isFactorMissing.value) {
    return (
      <p class="banner alarm" role="alert">
        <Icon name="warning" />
        <span>
          {dueAt === undefined
            ? t.shell.factor.missing
            : t.shell.factor.missingSince(formatTime(dueAt))}{' '}
          {link}
        </span>
      </p>
    );
  }
  if (dueAt === undefined) return null;
  return (
    <p class="banner">
      <Icon name="warning" />
      <span>
        {t.shell.factor.due(
          <time dateTime={new Date(dueAt).toISOString()}>{formatTime(dueAt)}</time>,
        )}{' '}
        {link}
      </span>
    </p>
  );
};
