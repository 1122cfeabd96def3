/**
 * The script that a website loads. It observes and sends; whatever can be decided on the server (campaigns, local
 * and automated traffic, excluded and masked paths) is decided there from the options sent along, so that this
 * stays small. Nothing in it may throw into the page.
 */

/** The build without extras drops all that is guarded by this. */
declare const EXTRAS: boolean;

type Props = Record<string, unknown>;
/** visitor, session, start of the session, last activity, campaign tags; 0 for who opted out */
type Memory = [string, string, number, number, string | undefined];

const page = document;
const script = page.currentScript as HTMLScriptElement;
const options = script.dataset;
const api = options.api || new URL('collect', script.src);
const { now } = Date;

let memory = [] as unknown as Memory;
let path: string;
let referrer = page.referrer;
let view: number;
let visibleSince = 0;
let visibleMs = 0;

const safe =
  <Words extends unknown[], Result>(work: (...words: Words) => Result) =>
  (...words: Words): Result | undefined => {
    try {
      return work(...words);
    } catch {}
  };

const listen = (names: string, work: (event: never) => void) => {
  for (const name of names.split(' ')) addEventListener(name, safe(work) as EventListener, true);
};

const load = safe(() => {
  memory = JSON.parse(
    EXTRAS && options.cookie
      ? decodeURIComponent((page.cookie.split('footfall=')[1] as string).split(';')[0] as string)
      : localStorage.footfall,
  );
});

const save = safe((value: Memory | 0) => {
  const text = JSON.stringify(value);
  if (EXTRAS && options.cookie) {
    page.cookie = `footfall=${encodeURIComponent(text)};domain=${options.cookie};path=/;max-age=31536e3;samesite=lax`;
  } else localStorage.footfall = text;
});

const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('');

/** Sessions: 30 minutes sliding, a day at most, a new one for new campaign tags. */
const remember = safe(() => {
  if (EXTRAS && options.cookieless != null) return [];
  load();
  const [visitor, session, start, last, before] = memory;
  const tags = location.search.match(/(utm_|\w+clid=)[^&]+/g)?.join() || before;
  const goesOn = now() - last < 18e5 && now() - start < 864e5 && tags == before;
  memory = [visitor || newId(), goesOn ? session : newId(), goesOn ? start : now(), now(), tags];
  save(memory);
  return memory;
}) as () => Partial<Memory>;

const send = safe((t: string, more?: Props) => {
  load();
  if (
    !memory ||
    (options.dnt != null &&
      (navigator.doNotTrack == '1' || (navigator as unknown as Props).globalPrivacyControl))
  )
    return;
  const [v, s] = remember();
  const body = JSON.stringify({
    t,
    v,
    s,
    i: view,
    u: location.href,
    o: options,
    b: navigator.webdriver,
    ...more,
  });
  navigator.sendBeacon(api, body) || fetch(api, { method: 'POST', body, keepalive: true });
});

/** Adds up the time for which the view is seen, and sends it when it no longer is. */
const measure = (isOver?: unknown) => {
  if (visibleSince) visibleMs += now() - visibleSince;
  visibleSince = page.visibilityState == 'visible' && page.hasFocus() ? now() : 0;
  if (visibleMs && (isOver == 1 || !visibleSince)) {
    send('leave', { d: visibleMs });
    visibleMs = 0;
  }
};

const pageview = safe((more?: Props) => {
  measure(1);
  view = now();
  send('pageview', { r: referrer, ...more });
  referrer = location.href;
});

const navigate = () => {
  const next = location.pathname + (options.hash != null ? location.hash : '');
  if (next != path) {
    path = next;
    pageview();
  }
};

const start = () => {
  navigate();
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = (...words) => {
      original.apply(history, words);
      navigate();
    };
  }
  listen('popstate hashchange', navigate);
  listen('pageshow', (event: PageTransitionEvent) => event.persisted && pageview());
  listen('visibilitychange focus blur', measure);
};

const footfall = {
  track: (n: string, p?: Props) => send('custom', { n, p }),
  goal: (n: string, p?: Props) => send('goal', { n, p }),
  identify: (x: string, p?: Props) => send('identify', { x, p }),
  pageview,
  getVisitorId: () => remember()?.[0],
  getSessionId: () => remember()?.[1],
  optOut: () => save(0),
  optIn: () => save([] as never),
};

const waiting = (window as never as { footfall?: { q?: [keyof typeof footfall, ...never[]][] } }).footfall?.q;
(window as never as { footfall: unknown }).footfall = footfall;
(page as unknown as { prerendering?: boolean }).prerendering ? listen('prerenderingchange', start) : start();
waiting?.map(([name, ...words]) => (footfall[name] as (...all: unknown[]) => void)(...words));

if (EXTRAS) {
  listen('click auxclick', ({ target }: { target: Element }) => {
    const goal = target.closest<HTMLElement>('[data-footfall-goal]');
    const link = target.closest('a');
    if (goal) {
      const props: Props = {};
      for (const { name, value } of goal.attributes) {
        const prop = name.split('-goal-')[1];
        if (prop) props[prop] = value;
      }
      footfall.goal(goal.dataset.footfallGoal as string, props);
    }
    const url = link?.href;
    if (/\.(pdf|zip|dmg|exe|docx?|xlsx?|pptx?|csv|mp\d|pkg|t?gz|rar|apk)$/.test(link?.pathname as string))
      footfall.track('download', { url });
    else if (link?.host && link.host != location.host) footfall.track('outbound', { url });
  });
  listen('submit', ({ target }: { target: Element }) => footfall.track('form', { id: target.id }));
}
