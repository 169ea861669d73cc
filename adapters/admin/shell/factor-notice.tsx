import { isFactorMissing } from '../api/missing-factor.ts';
import { Icon } from '../components/icon.tsx';
import { formatTime } from '../components/time.tsx';
import { secondFactorDueAt } from './session.ts';

/** Says by when the account must have a second factor and, after that, why nothing else works. */
export const FactorBanner = () => {
  const dueAt = secondFactorDueAt.value;
  const link = <a href="/admin/profile">Set it up</a>;
  if (isFactorMissing.value) {
    return (
      <p class="banner alarm" role="alert">
        <Icon name="warning" />
        <span>
          Your role needs a second factor{dueAt !== undefined && <> since {formatTime(dueAt)}</>}.
          Until your account has one, nothing else works here. {link}
        </span>
      </p>
    );
  }
  if (dueAt === undefined) return null;
  return (
    <p class="banner">
      <Icon name="warning" />
      <span>
        Your role needs a second factor. Set it up by{' '}
        <time dateTime={new Date(dueAt).toISOString()}>{formatTime(dueAt)}</time>: after that, you
        can do nothing else here. {link}
      </span>
    </p>
  );
};
