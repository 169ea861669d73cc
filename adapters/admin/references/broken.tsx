import { Icon } from '../components/icon.tsx';
import styles from './broken.module.css';

/** In the place of what a reference names: the value, which stays stored. */
export const Broken = ({ text, hint }: { readonly text: string; readonly hint: string }) => (
  <div class={styles.broken}>
    <p class="error">
      <Icon name="warning" size={16} />
      <span class="breakable">{text}</span>
    </p>
    <p class="hint">{hint}</p>
  </div>
);
