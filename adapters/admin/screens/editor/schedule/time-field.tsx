import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Field, SelectField } from '../../../components/inputs/field.tsx';
import { ownTimeText } from '../../../schedule/planned-time.tsx';
import { parseTime, type TimeInput } from '../../../schedule/time-input.ts';
import type { UsualTime } from '../../../schedule/usual-times.ts';
import { instantsOf, offsetName } from '../../../schedule/zoned-time.ts';
import styles from './schedule.module.css';

interface TimeFieldProps {
  readonly label: string;
  readonly input: TimeInput;
  /** The zone of the site, in which the time is typed. */
  readonly zone: string;
  readonly error: string | undefined;
  /** Offered while no time is chosen. */
  readonly usual?: readonly UsualTime[];
  readonly onInput: (input: TimeInput) => void;
}

/** A date and a time in the zone of the site. Asks which one is meant if the clocks show it twice. */
export const TimeField = ({ label, input, zone, error, usual = [], onInput }: TimeFieldProps) => {
  const parsed = parseTime(input, zone);
  const mistake = 'mistake' in parsed && !input.isIncomplete ? parsed.mistake : undefined;
  const own = 'at' in parsed && parsed.at !== null ? ownTimeText(parsed.at, zone) : undefined;
  const isEmpty = input.wall === '' && !input.isIncomplete;
  const [first, second] = instantsOf(input.wall, zone);
  return (
    <>
      <Field label={label} hint={own} error={error ?? mistake}>
        {(control) => (
          <div class={styles.time}>
            <input
              {...control}
              class="input"
              type="datetime-local"
              value={input.wall}
              onInput={({ currentTarget: { value, validity } }) =>
                onInput({ wall: value, isSecond: false, isIncomplete: validity.badInput })
              }
            />
            {!isEmpty && (
              <Button
                kind="quiet"
                icon="close"
                label={t.schedule.dialog.clear(label)}
                onClick={() => onInput({ wall: '', isSecond: false, isIncomplete: false })}
              />
            )}
          </div>
        )}
      </Field>
      {isEmpty && usual.length > 0 && (
        <div class={styles.usual}>
          {usual.map(({ name, wall }) => (
            <Button
              key={wall}
              label={t.schedule.dialog.atTime(label, name)}
              onClick={() => onInput({ wall, isSecond: false, isIncomplete: false })}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {first !== undefined && second !== undefined && (
        <SelectField
          label={t.schedule.dialog.whichTime(input.wall.slice(-5))}
          value={input.isSecond ? 'second' : 'first'}
          options={[
            { value: 'first', label: t.schedule.dialog.first(offsetName(first, zone)) },
            { value: 'second', label: t.schedule.dialog.second(offsetName(second, zone)) },
          ]}
          onChange={(value) => onInput({ ...input, isSecond: value === 'second' })}
        />
      )}
    </>
  );
};
