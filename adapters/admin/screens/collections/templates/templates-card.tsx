import { useState } from 'preact/hooks';
import { itemTemplateLimits } from '../../../../../contracts/client/vocabulary.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { focusSoon } from '../../../components/focus-soon.ts';
import { TextField } from '../../../components/inputs/field.tsx';
import { moveTo } from '../../../components/sortable/move-to.ts';
import { SortableList, SortableRow } from '../../../components/sortable/sortable-row.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { useBuilder } from '../builder-state.ts';
import { detailId } from '../details-card.tsx';
import type { DraftTemplate } from '../model/details.ts';

/** What new items can begin with: renamed, removed and put in order here, made from an item. */
export const TemplatesCard = () => {
  const { details, detailIssues, announcement } = useBuilder();
  const [open, setOpen] = useState<string>();
  const { templates, singleton } = details.value;
  const issue = detailIssues.value['templates'];
  if (singleton && templates.length === 0) return null;
  const change = (next: readonly DraftTemplate[]): void => {
    details.value = { ...details.peek(), templates: next };
    const { templates: _, ...others } = detailIssues.peek();
    detailIssues.value = others;
  };
  const remove = (template: DraftTemplate, index: number): void => {
    change(templates.filter(({ id }) => id !== template.id));
    offerUndo(t.templates.removed(template.name), () =>
      change(details.peek().templates.toSpliced(index, 0, template)),
    );
  };
  const move = ({ id, name }: DraftTemplate, to: number): void => {
    const focused = document.activeElement;
    change(moveTo(templates, id, to));
    announcement.value = t.builder.moved(name, to + 1, templates.length);
    // In some browsers, an element that moves in the document loses the focus.
    focusSoon(() => focused);
  };
  const rename = (id: string, name: string): void =>
    change(templates.map((each) => (each.id === id ? { ...each, name } : each)));
  const mistakeOf = ({ id, name }: DraftTemplate): string | undefined => {
    if (name.trim() === '') return t.templates.nameNeeded;
    const isTaken = templates.some((each) => each.id !== id && each.name.trim() === name.trim());
    return isTaken ? t.templates.nameTaken : undefined;
  };
  const ids = templates.map(({ id }) => id);
  return (
    <section class="card" aria-labelledby="templates-heading">
      <h2 id="templates-heading">{t.templates.title}</h2>
      <p class="hint">{templates.length === 0 ? t.templates.none : t.templates.hint}</p>
      <div class="stack" id={detailId('templates')} tabIndex={-1}>
        {issue !== undefined && <p class="error">{issue}</p>}
        {templates.length > 0 && (
          <SortableList
            label={t.templates.list}
            onMove={(id, index) => change(moveTo(templates, id, index))}
          >
            {(order) =>
              templates.map((template, index) => (
                <SortableRow
                  key={template.id}
                  id={template.id}
                  ids={ids}
                  name={template.name}
                  order={order}
                  toggleId={`template-${index}`}
                  isOpen={open === template.id}
                  onToggle={(isOpen) => setOpen(isOpen ? template.id : undefined)}
                  onMove={(to) => move(template, to)}
                  onRemove={() => remove(template, index)}
                  heading={
                    <>
                      <strong dir="auto">{template.name}</strong>
                      <span class="quiet-text">
                        {counted(Object.keys(template.data).length, t.fieldOptions.fieldCount)}
                      </span>
                    </>
                  }
                >
                  <TextField
                    label={t.common.name}
                    hint={
                      template.title === undefined
                        ? undefined
                        : t.templates.itemTitle(template.title)
                    }
                    required
                    value={template.name}
                    error={mistakeOf(template)}
                    attributes={{ maxLength: itemTemplateLimits.name }}
                    onInput={(name) => rename(template.id, name)}
                  />
                </SortableRow>
              ))
            }
          </SortableList>
        )}
      </div>
    </section>
  );
};
