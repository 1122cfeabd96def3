/** Runs before anything is drawn, so that no page is light for a moment where the dark was chosen. */
import { applyTheme, currentTheme } from './shell/stored-theme.ts';

applyTheme(currentTheme());
