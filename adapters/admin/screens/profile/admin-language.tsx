import { useState } from 'preact/hooks';
import {
  chosenLanguage,
  languageCodes,
  languages,
  type Language,
} from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import { switchLanguage } from '../../shell/switch-language.ts';

const asBrowser = 'browser';

const choices = [
  { value: asBrowser, label: t.profile.language.asBrowser },
  ...languageCodes.map((value) => ({ value, label: languages[value] })),
] as const;

/** In which language the admin speaks to the user, in this browser. */
export const AdminLanguage = () => {
  const [choice, setChoice] = useState<Language | typeof asBrowser>(chosenLanguage() ?? asBrowser);
  return (
    <form
      class="card"
      aria-labelledby="language-heading"
      onSubmit={(event) => {
        event.preventDefault();
        switchLanguage(choice === asBrowser ? undefined : choice);
      }}
    >
      <h2 id="language-heading">{t.profile.language.title}</h2>
      <RadioGroup
        label={<span class="visually-hidden">{t.profile.language.title}</span>}
        choices={choices}
        value={choice}
        onChange={setChoice}
      />
      <p class="quiet-text">{t.profile.language.reloads}</p>
      <div class="row end">
        <Button type="submit">{t.profile.language.change}</Button>
      </div>
    </form>
  );
};
