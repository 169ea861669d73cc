/**
 * Registers through the API and then signs in with the form of the page, so that a session begins
 * in one way only.
 */
export const loginScript = `
const form = document.getElementById('register');
const alert = document.getElementById('register-error');
const button = form.querySelector('button');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alert.textContent = '';
  button.disabled = true;
  const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
  try {
    const answer = await fetch('/auth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (!answer.ok) {
      const { error, details } = await answer.json();
      throw new Error(details ? error + '. ' + details : error);
    }
    const login = document.getElementById('login');
    login.elements.email.value = given.email;
    login.elements.password.value = given.password;
    login.submit();
  } catch (error) {
    alert.textContent = error.message;
    button.disabled = false;
  }
});
`;
