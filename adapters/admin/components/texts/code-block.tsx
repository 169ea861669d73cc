import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { copy } from './copy.ts';

/** Code as text, with a button that copies it. */
export const CodeBlock = ({ code, label }: { readonly code: string; readonly label: string }) => (
  <div class="code-block">
    {/* Keyboard users scroll it. */}
    <pre tabIndex={0} aria-label={label}>
      <code>{code}</code>
    </pre>
    <Button
      kind="quiet"
      icon="copy"
      label={t.components.copyThe(label)}
      onClick={() => void copy(code)}
    />
  </div>
);
