/** Adds a button to each field for a password that shows what was typed. Its texts are in `script-texts.ts`. */
export const passwordScript = `
const { showPassword, hidePassword } = JSON.parse(document.querySelector('main').dataset.texts);
for (const input of document.querySelectorAll('[type=password]')) {
  const button = document.createElement('button');
  button.type = 'button';
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? hidePassword : showPassword;
    button.setAttribute('aria-pressed', isShown);
  };
  button.addEventListener('click', () => show(input.type === 'password'));
  input.form.addEventListener('submit', () => show(false));
  show(false);
  input.after(button);
}
`;
