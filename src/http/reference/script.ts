import { sharedScript } from './script-shared.ts';

/** What only the reference has: finding an endpoint, and marking the one that is being read. */
export const script = `${sharedScript}
addEventListener('DOMContentLoaded', () => {
  for (const place of all('.origin')) place.textContent = location.origin;

  const navigation = one('#navigation');
  const box = one('#find');
  const sections = all('section', navigation);
  one('.find').hidden = false;
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let found = 0;
    for (const section of sections) {
      const heading = section.querySelector('h2').textContent;
      let here = 0;
      for (const item of all('li', section)) {
        const link = item.querySelector('a');
        const text = (heading + ' ' + (link.dataset.find ?? link.textContent)).toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) here += 1;
      }
      section.hidden = here === 0;
      found += here;
    }
    one('.nothing').hidden = found > 0;
  });
  box.addEventListener('keydown', (event) => {
    const first = all('li:not([hidden]) a', navigation).find((link) => link.offsetParent);
    if (event.key === 'Enter' && box.value && first) first.click();
  });
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (getComputedStyle(one('.menu')).display !== 'none') navigation.showPopover();
    box.focus();
  });
  const links = new Map(all('li a', navigation).map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let current;
  const follow = () => {
    const line = innerHeight / 4;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < line).at(-1);
    const link = passed && links.get(passed.id);
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    current = link;
    const list = navigation.getBoundingClientRect();
    const at = link?.getBoundingClientRect();
    if (at && (at.top < list.top + 60 || at.bottom > list.bottom - 60)) {
      navigation.scrollTop += at.top - list.top - list.height / 2;
    }
  };
  let due = false;
  addEventListener('scroll', () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; follow(); });
  }, { passive: true });
  follow();
});
`;
