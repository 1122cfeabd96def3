/** What the password was exchanged for, until this tab is closed. In a frame a browser may keep nothing. */
const keyOf = (token: string) => `footfall.pass.${token}`;

export function recallPass(token: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(token));
  } catch {
    return null;
  }
}

export function keepPass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(keyOf(token), pass);
  } catch {
    // Then it is asked for again after the next loading.
  }
}
