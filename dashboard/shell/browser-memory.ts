/** What this browser keeps for the dashboard. One that keeps nothing for websites does so until the page is left. */
const unkept = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unkept.get(key) ?? null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    unkept.set(key, value);
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    unkept.delete(key);
  }
}
