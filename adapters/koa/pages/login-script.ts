/** Registers through the API, then submits the form for signing in, which starts the session. */
export const loginScript = `
const form = document.getElementById('register');
const alert = document.getElementById('register-error');
const button = form.querySelector('button');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  button.disabled = true;
  const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  try {
    const response = await fetch('/auth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    });
    if (!response.ok) {
      const { error, details } = await response.json();
      throw new Error(details ? error + '. ' + details : error);
    }
    const login = document.getElementById('login');
    login.elements.email.value = values.email;
    login.elements.password.value = values.password;
    login.submit();
  } catch (error) {
    alert.textContent = error.message;
    button.disabled = false;
  }
});
`;
