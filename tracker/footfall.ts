/**
 * The script that a website loads. It observes and sends; whatever can be decided on the server (campaigns, local
 * and automated traffic, excluded and masked paths) is decided there from the options sent along, so that this
 * stays small. Nothing in it may throw into the page.
 */

/** The build without extras drops all that is guarded by this. */
declare const EXTRAS: boolean;

type Props = Record<string, unknown>;
/** visitor, session, its start, last activity, campaign tags; the visitor is '0' for who opted out */
type Memory = (string | number | unknown[] | undefined)[];

const page = document;
const script = page.currentScript as HTMLScriptElement;
const options = script.dataset;
const api = options.api || new URL('collect', script.src);

let memory: Memory = [];
let path: string;
/** Of the view; a page that was just opened has none yet, and comes from where the browser says. */
let address = page.referrer;
let referrer: string;
/** When the view began, which is its name, and its session. */
let view: number;
let session: Memory[1];
let visibleSince = 0;
let visibleMs = 0;

const safe =
  <Words extends unknown[], Result>(work: (...words: Words) => Result) =>
  (...words: Words): Result | undefined => {
    try {
      return work(...words);
    } catch {}
  };

const listen = (names: string, work: (event: never) => void) =>
  names.split(' ').map((name) => addEventListener(name, safe(work) as EventListener, true));

const load = safe(() => {
  const text: string =
    EXTRAS && options.cookie
      ? (page.cookie.match(/(^| )footfall=([^;]*)/) as string[])[2]
      : localStorage.footfall;
  memory = text.split(',');
});

const save = safe((...parts: Memory) => {
  // Where nothing can be stored it holds for this page.
  memory = parts;
  if (EXTRAS && options.cookie) {
    page.cookie = `footfall=${parts};domain=${options.cookie};path=/;max-age=31536000;samesite=lax`;
  } else localStorage.footfall = parts;
});

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('');

/**
 * Sessions: 30 minutes sliding, a day at most, a new one for a view with new campaign tags. Nothing is remembered,
 * and nothing sent, for who opted out or is not to be tracked.
 */
const remember = safe((isView?: boolean): Memory | undefined => {
  load();
  const [visitor, current, start, last, ...before] = memory as [string, string, number, number, ...unknown[]];
  if (
    visitor == '0' ||
    (EXTRAS &&
      'dnt' in options &&
      ((navigator as unknown as Props).doNotTrack == 1 ||
        (navigator as unknown as Props).globalPrivacyControl))
  )
    return;
  if (EXTRAS && 'cookieless' in options) return [];
  // A semicolon would end the cookie. The commas of tags make parts of their own, and a list is compared as its text.
  const tags = isView ? location.search.match(/(utm_|\w+clid=)[^&;]+/g)?.join('') : '';
  const goesOn =
    Date.now() - last < 18e5 && Date.now() - start < 864e5 && (tags || before) == (before as unknown);
  save(
    visitor || newId(),
    goesOn ? current : newId(),
    goesOn ? start : Date.now(),
    Date.now(),
    goesOn ? before : tags,
  );
  return memory;
});

const send: (t: string, more?: Props) => void = safe((t, more) => {
  // A page that is rendered ahead may never be seen.
  if ((page as unknown as Props).prerendering) return listen('prerenderingchange', () => send(t, more));
  const isView = t == 'pageview';
  const [v, s] = remember(isView) as Memory;
  if (isView) session = s;
  const body = JSON.stringify({
    t,
    v,
    s,
    i: view,
    u: address,
    // Events too say it: one may arrive before the pageview, and would begin the session without a source.
    r: referrer,
    o: options,
    b: navigator.webdriver,
    ...more,
  });
  navigator.sendBeacon?.(api, body) || fetch(api, { method: 'POST', body, keepalive: true }).catch(safe);
});

/** Adds up the time for which the view is seen, and sends it when it no longer is. */
const measure = (isOver?: unknown) => {
  if (visibleSince) visibleMs += Date.now() - visibleSince;
  visibleSince = !page.hidden && page.hasFocus() ? Date.now() : 0;
  if (visibleMs && (isOver == 1 || !visibleSince)) {
    send('leave', { d: visibleMs, s: session });
    visibleMs = 0;
  }
};

const pageview = safe((more?: Props) => {
  measure(1);
  view = Date.now();
  referrer = address;
  address = location.href;
  send('pageview', more);
});

const navigate = (_moved?: unknown) => {
  // It is compared and sent nowhere: a word at its end does no harm.
  const next = location.pathname + ('hash' in options && location.hash);
  if (next != path) {
    path = next;
    pageview();
  }
};

const goal = (n: string, p?: Props) => send('goal', { n, p });

/** Called itself it records a goal, as people know it from other tools. */
const footfall = Object.assign(goal, {
  goal,
  track: (n: string, p?: Props) => send('track', { n, p }),
  identify: (x: string, p?: Props, h?: string) => send('identify', { x, p, h }),
  pageview,
  getVisitorId: () => remember()?.[0],
  getSessionId: () => remember()?.[1],
  optOut: () => save('0'),
  optIn: () => remember() || save(),
});

const waiting = (self as never as { footfall?: { q?: [keyof typeof footfall, ...never[]][] } }).footfall?.q;
(self as never as { footfall: unknown }).footfall = footfall;

navigate();
// biome-ignore lint/suspicious/useIterableCallbackReturn: a loop takes more of the few bytes there are.
('pushState replaceState'.split(' ') as 'pushState'[]).map((name) => {
  const original = history[name].bind(history);
  history[name] = (...words) => navigate(original(...words));
});
listen('pageshow', (event: PageTransitionEvent) => event.persisted && pageview());
listen('popstate hashchange', navigate);
listen('visibilitychange focus blur prerenderingchange', measure);
waiting?.map(safe(([name, ...words]) => (footfall[name] as (...all: unknown[]) => void)(...words)));

if (EXTRAS) {
  listen(
    'click auxclick submit',
    ({ target, type, button }: { target: Element; type: string; button?: number }) => {
      // The right button opens a menu and follows nothing.
      if ((button as number) > 1) return;
      const isForm = type == 'submit';
      const marked = target.closest<HTMLElement>('[data-footfall-goal]');
      // Where there is none, what is asked of it below throws, and `listen` ends it.
      const link = target.closest('a') as HTMLAnchorElement;
      // A form reaches its goal when it is sent, not when somebody clicks into it.
      if (marked?.matches('form') == isForm) {
        const props: Props = {};
        for (const { name, value } of marked.attributes) {
          const [, prop] = name.split('data-footfall-goal-');
          if (prop) props[prop] = value;
        }
        footfall(marked.dataset.footfallGoal as string, props);
      }
      if (isForm) send('form', { p: { id: target.getAttribute('id') } });
      else if (/\.(pdf|zip|dmg|exe|(doc|xls|ppt)x?|csv|mp\d|pkg|t?gz|rar|apk)$/i.test(link.pathname))
        send('download', { p: { url: link.href } });
      else if (link.host && link.host != location.host) send('outbound', { p: { url: link.href } });
    },
  );
}
