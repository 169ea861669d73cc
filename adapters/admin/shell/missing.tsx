import { t } from '../catalogue/texts.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Notice } from '../components/states.tsx';
import { isPaletteOpen } from './palette.tsx';

interface MissingProps {
  /** What was asked for: “item”. */
  readonly thing: string;
  /** The list that it would be in. */
  readonly list: { readonly href: string; readonly name: string };
}

/** In the place of something that does not exist: the ways to what does. */
export const Missing = ({ thing, list }: MissingProps) => (
  <Notice icon="search" title={t.shell.missing.title}>
    <p role="alert">{t.shell.missing.text(thing)}</p>
    <div class="row">
      <ButtonLink kind="primary" href={list.href}>
        {t.shell.missing.backTo(list.name)}
      </ButtonLink>
      <Button
        icon="search"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        {t.shell.missing.search}
      </Button>
    </div>
  </Notice>
);
