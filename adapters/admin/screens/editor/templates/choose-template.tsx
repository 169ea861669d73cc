import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import type { Template } from './apply-template.ts';

interface ChooseTemplateProps {
  readonly templates: readonly Template[];
  /** Undefined for an empty item. */
  readonly onChoose: (template: Template | undefined) => void;
}

/** Asks what a new item begins with. */
export const ChooseTemplate = ({ templates, onChoose }: ChooseTemplateProps) => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <section ref={box} class="card" aria-labelledby="template-heading">
      <h2 id="template-heading">{t.templates.choose}</h2>
      <div class="row">
        <Button icon="add" onClick={() => onChoose(undefined)}>
          {t.templates.emptyItem}
        </Button>
        {templates.map((template) => (
          <Button key={template.name} icon="content" onClick={() => onChoose(template)}>
            <span class="breakable" dir="auto">
              {template.name}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
};
