/**
 * Sends the form `#form` as JSON to its `action`. Then it submits the form for signing in, if the page has one, which starts
 * the session; otherwise it shows `#done` in the place of the form. An error is shown above the fields; the field that it is
 * about gets the focus. While a password is typed, the hint below it says how many characters are missing.
 *
 * The field `token` gets the secret of the link from the fragment of the address, from which it is removed: a browser that is
 * left open does not show it, and the history does not keep it.
 *
 * Its texts are in `script-texts.ts`; other messages of the service are shown as they are.
 */
export const formScript = `
const texts = JSON.parse(document.querySelector('main').dataset.texts);
const form = document.getElementById('form');
const alert = document.getElementById('form-error');
const done = document.getElementById('done');
const login = document.getElementById('login');
const button = form.querySelector('button');

const { token, password } = form.elements;
if (token) {
  const take = () => {
    if (location.hash.length < 2) return;
    token.value = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
    alert.textContent = '';
  };
  take();
  addEventListener('hashchange', take);
  if (token.value === '') alert.textContent = texts.incompleteLink;
}

const sentenceOf = ({ code, error, details, issues = [] }) => {
  const [issue] = issues;
  const input = issue && form.elements[issue.path];
  const isLabelled = input?.labels?.length > 0;
  if (isLabelled) {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  }
  const own = texts.mistakes[code] ?? (isLabelled && texts.mistakes[issue.path]);
  if (own) return own;
  if (isLabelled) return input.labels[0].textContent.replace(texts.optional, '') + ' ' + issue.message + '.';
  return details ? error + '. ' + details + '.' : error + '.';
};

if (password) {
  const hint = document.getElementById('new-password-hint');
  const rule = hint.textContent;
  password.addEventListener('input', () => {
    const missing = password.minLength - [...password.value].length;
    if (password.value === '') hint.textContent = rule;
    else if (missing > 0) hint.textContent = texts.missing[missing];
    else hint.textContent = texts.longEnough;
  });
}

const finish = ({ user }, { password }) => {
  if (login) {
    login.elements.email.value = user.email;
    login.elements.password.value = password;
    login.submit();
    return;
  }
  form.hidden = true;
  done.hidden = false;
  done.focus();
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  button.disabled = true;
  const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  try {
    const response = await fetch(form.getAttribute('action'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
      body: JSON.stringify(values),
    });
    const answer = await response.json();
    if (response.ok) {
      finish(answer, values);
      return;
    }
    alert.textContent = sentenceOf(answer);
  } catch {
    alert.textContent = texts.unreachable;
  }
  button.disabled = false;
});
`;
