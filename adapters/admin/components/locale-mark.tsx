import { localeName } from '../shell/locales.ts';
import styles from './locale-mark.module.css';

/** In which language something is written, where there is little room: the code, with the name for screen readers and in a tooltip. */
export const LocaleMark = ({ code }: { readonly code: string | undefined }) =>
  code === undefined ? null : (
    <span class={styles.mark} title={localeName(code)}>
      <span aria-hidden="true">{code}</span>
      <span class="visually-hidden">{localeName(code)}</span>
    </span>
  );
