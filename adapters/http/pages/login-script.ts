/**
 * Registers through the API, then submits the form for signing in, which starts the session. An error is
 * shown above the fields; the field that it is about gets the focus. While a password is typed, the hint
 * below it says how many characters are missing.
 */
export const loginScript = `
const form = document.getElementById('register');
const alert = document.getElementById('register-error');
const button = form.querySelector('button');

const sentenceOf = ({ error, details, issues = [] }) => {
  const [issue] = issues;
  const input = issue && form.elements[issue.path];
  if (!input) return details ? error + '. ' + details + '.' : error + '.';
  input.setAttribute('aria-invalid', 'true');
  input.focus();
  return input.labels[0].textContent + ' ' + issue.message + '.';
};

const password = form.elements.password;
const hint = document.getElementById('new-password-hint');
const rule = hint.textContent;

password.addEventListener('input', () => {
  const missing = password.minLength - [...password.value].length;
  if (password.value === '') hint.textContent = rule;
  else if (missing > 0) hint.textContent = missing === 1 ? '1 more character.' : missing + ' more characters.';
  else hint.textContent = 'Long enough. A sentence is easy to remember, and hard to guess.';
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  button.disabled = true;
  const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  try {
    const response = await fetch('/auth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
      body: JSON.stringify(values),
    });
    if (response.ok) {
      const login = document.getElementById('login');
      login.elements.email.value = values.email;
      login.elements.password.value = values.password;
      login.submit();
      return;
    }
    alert.textContent = sentenceOf(await response.json());
  } catch {
    alert.textContent = 'The service cannot be reached. Try again.';
  }
  button.disabled = false;
});
`;
