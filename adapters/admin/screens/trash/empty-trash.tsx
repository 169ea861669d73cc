import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { urlOf } from '../../shell/router.ts';
import { isAdmin } from '../../shell/session.ts';
import { listUrl } from '../content/list-state.ts';

/** Says why the trash shows nothing. */
export const EmptyTrash = ({
  days,
  isFiltered,
}: {
  readonly days: number;
  readonly isFiltered: boolean;
}) => {
  if (isFiltered) {
    return (
      <Empty
        icon="trash"
        title={t.trash.empty.ofCollection}
        action={<ButtonLink href={urlOf('/trash')}>{t.trash.empty.showAll}</ButtonLink>}
      >
        {t.trash.empty.ofCollectionHint}
      </Empty>
    );
  }
  return days === 0 ? (
    <Empty
      icon="trash"
      title={t.trash.empty.off}
      action={
        isAdmin.value && (
          <ButtonLink href={urlOf('/settings')}>{t.trash.empty.openSettings}</ButtonLink>
        )
      }
    >
      {t.trash.empty.offHint}
    </Empty>
  ) : (
    <Empty
      icon="trash"
      title={t.trash.empty.title}
      action={<ButtonLink href={listUrl({})}>{t.trash.empty.goToContent}</ButtonLink>}
    >
      {counted(days, t.trash.empty.hint)}
    </Empty>
  );
};
