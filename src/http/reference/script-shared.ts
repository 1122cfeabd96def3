/**
 * Conveniences for pages that can be read without signing in; the pages work without it. Colours follow the choice made
 * in the dashboard. The script is inlined and its hash stands in the Content-Security-Policy, so it must be a constant.
 */
export const sharedScript = `
const themes = ['auto', 'light', 'dark'];
const themeKey = 'footfall.theme';
const root = document.documentElement;
const read = () => { try { return localStorage.getItem(themeKey); } catch { return null; } };
let theme = themes.includes(read()) ? read() : 'auto';
root.dataset.theme = theme;

const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);

addEventListener('DOMContentLoaded', () => {
  const themeButton = one('.theme');
  const showTheme = () => {
    root.dataset.theme = theme;
    const name = theme[0].toUpperCase() + theme.slice(1);
    themeButton.textContent = name;
    themeButton.setAttribute('aria-label', 'Theme: ' + name);
  };
  showTheme();
  themeButton.hidden = false;
  themeButton.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try {
      if (theme === 'auto') localStorage.removeItem(themeKey);
      else localStorage.setItem(themeKey, theme);
    } catch {}
    showTheme();
  });

  if (navigator.clipboard) {
    for (const figure of all('figure.code')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      button.setAttribute('aria-label', 'Copy: ' + figure.querySelector('figcaption').textContent);
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(figure.querySelector('code').textContent);
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      });
      figure.querySelector('figcaption').append(button);
    }
  }

  const navigation = one('#navigation');
  navigation.addEventListener('click', (event) => {
    if (event.target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover();
  });
});
`;
